/* The form of the library's C in Java: the definitions that bindings/libgames.i requires of a language. Everything made
 * here is private to the package. Users see the classes in libgames/, which ensure that arrays are long enough and
 * handles open. */

%{
#include "glue.h"
%}

%pragma(java) jniclassclassmodifiers="final class"
%pragma(java) moduleclassmodifiers="final class"
%pragma(java) jniclasscode=%{
  static { NativeLibrary.load(); }
%}
%typemap(javaclassmodifiers) SWIGTYPE, SWIGTYPE *, SWIGTYPE [], SWIGTYPE (CLASS::*), enum SWIGTYPE "final class"
%typemap(javafinalize) SWIGTYPE ""

/* Constants are Java's own; numbers without a sign become those with the same bits. */
%javaconst(1);
%javaconst(0) LG_GAME_ABI;
%javaconst(0) LG_CHECK_STREAM;
%include <enumsimple.swg>
%apply int { uint32_t };
%apply long long { uint64_t, size_t };

/* ---- errors: an exception, and no output is touched -------------------------------------------------- */

/* A function returns its outputs other than arrays: an action, a length, a key, a handle; otherwise 0. */
%typemap(jni) lg_status "jlong"
%typemap(jtype) lg_status "long"
%typemap(jstype) lg_status "long"
%typemap(javaout) lg_status { return $jnicall; }
%typemap(out) lg_status {
    $result = 0;
    if ($1 != LG_OK && $1 != LG_E_SPACE) raise(jenv, $1, NULL);
}
%typemap(in, numinputs=0) lg_parse_error *error (lg_parse_error error) {
    memset(&error, 0, sizeof error);
    $1 = &error;
}
%typemap(argout) lg_parse_error *error {
    if (result != LG_OK && $1->expected != NULL) raise(jenv, result, $1);
}

/* ---- states and records: byte[] ---------------------------------------------------------------------- */

%define BYTES_READ(PATTERN)
%typemap(jni) PATTERN "jbyteArray"
%typemap(jtype) PATTERN "byte[]"
%typemap(jstype) PATTERN "byte[]"
%typemap(javain) PATTERN "$javainput"
%typemap(argout) PATTERN ""
%typemap(freearg) PATTERN { drop(&bytes$argnum); }
%enddef

%define BYTES_WRITTEN(PATTERN)
BYTES_READ(PATTERN)
%typemap(argout) PATTERN { give(jenv, &bytes$argnum, bytes$argnum.length); }
%enddef

%define STATES(PATTERN)
%typemap(in) PATTERN (block bytes) {
    if (!take(jenv, $input, 0, &bytes)) return $null;
    $1 = ($1_ltype)bytes.at;
}
%enddef
STATES(const void *state)
STATES(const void *before)
STATES(const void *roots)
%typemap(in) void *state (block bytes), void *after (block bytes) { /* of the game that the first argument is */
    if (!hold(jenv, $input, arg1 == NULL ? 0 : arg1->state_size, &bytes)) return $null;
    $1 = ($1_ltype)bytes.at;
}
BYTES_READ(const void *state)
BYTES_READ(const void *before)
BYTES_READ(const void *roots)
BYTES_WRITTEN(void *state)
BYTES_WRITTEN(void *after)

/* Strings end with a NUL in C. */
%typemap(out) const char * { $result = text_of(jenv, $1); }
BYTES_READ(const char *path)
%typemap(in) const char *path (block bytes) {
    if (!take(jenv, $input, 1, &bytes)) return $null;
    $1 = (char *)bytes.at;
}

/* A state that may be left out. */
BYTES_READ(const void *after)
%typemap(in) const void *after (block bytes) {
    bytes.at = NULL;
    if ($input != NULL && !take(jenv, $input, 0, &bytes)) return $null;
    $1 = bytes.at;
}

/* Bytes with their number. */
%define SIZED(PATTERN)
%typemap(in) PATTERN (block bytes) {
    if (!take(jenv, $input, 0, &bytes)) return $null;
    $1 = ($1_ltype)bytes.at;
    $2 = ($2_ltype)bytes.length;
}
%enddef
SIZED((const void *state, size_t size))
SIZED((const void *bytes, size_t size))
SIZED((const char *text, size_t length))
SIZED((const char *name, size_t length))
%typemap(in) (void *out, size_t size) (block bytes) {
    if (!hold(jenv, $input, length_of(jenv, $input), &bytes)) return $null;
    $1 = ($1_ltype)bytes.at;
    $2 = (size_t)bytes.length;
}
SIZED((void *bytes, size_t size))
SIZED((void *after, size_t size))
BYTES_READ((const void *state, size_t size))
BYTES_READ((const void *bytes, size_t size))
BYTES_READ((const char *text, size_t length))
BYTES_READ((const char *name, size_t length))
BYTES_READ((void *out, size_t size))
%typemap(argout) (void *out, size_t size) { if (result == LG_OK) give(jenv, &bytes$argnum, bytes$argnum.length); }
BYTES_WRITTEN((void *bytes, size_t size))
BYTES_WRITTEN((void *after, size_t size))

/* A text that the library writes, into an array. The function returns its length; nothing is written where there is no
 * room for it and a NUL. */
BYTES_READ((char *buffer, size_t capacity, size_t *length))
%typemap(in) (char *buffer, size_t capacity, size_t *length) (block bytes, size_t written) {
    if (!hold(jenv, $input, length_of(jenv, $input), &bytes)) return $null;
    written = 0;
    $1 = (char *)bytes.at;
    $2 = (size_t)bytes.length;
    $3 = &written;
}
%typemap(argout) (char *buffer, size_t capacity, size_t *length) {
    if (result == LG_OK) give(jenv, &bytes$argnum, (jsize)written$argnum);
    $result = (jlong)written$argnum;
}

/* A record may be one element of an array of them. */
%define LG_RECORD(TYPE, LEAST)
%ignore TYPE;
%typemap(in) const TYPE * (block bytes), TYPE * (block bytes) {
    if (!take(jenv, $input, LEAST, &bytes)) return $null;
    $1 = ($1_ltype)bytes.at;
}
%typemap(in) const TYPE [ANY] (block bytes), TYPE [ANY] (block bytes) {
    if (!take(jenv, $input, LEAST * $1_dim0, &bytes)) return $null;
    $1 = ($1_ltype)bytes.at;
}
BYTES_READ(const TYPE *)
BYTES_READ(const TYPE [ANY])
BYTES_WRITTEN(TYPE *)
BYTES_WRITTEN(TYPE [ANY])
BYTES_READ(TYPE)
%typemap(javaout) TYPE, TYPE [ANY] { return $jnicall; }
%typemap(out) TYPE [ANY] {
    $result = (*jenv)->NewByteArray(jenv, LEAST * $1_dim0);
    if ($result != NULL) (*jenv)->SetByteArrayRegion(jenv, $result, 0, LEAST * $1_dim0, (const jbyte *)$1);
}
%typemap(in) TYPE (block bytes) {
    if (!take(jenv, $input, LEAST, &bytes)) return $null;
    memcpy(&$1, bytes.at, sizeof $1);
}
%typemap(out) TYPE {
    $result = (*jenv)->NewByteArray(jenv, sizeof $1);
    if ($result != NULL) (*jenv)->SetByteArrayRegion(jenv, $result, 0, sizeof $1, (const jbyte *)&$1);
}
%enddef

/* Pictures are drawn without borrowed members. */
%ignore lg_draw_options::before;
%ignore lg_draw_options::last;
%ignore lg_draw_options::last_count;
%ignore lg_draw_options::heat;

/* ---- objects ------------------------------------------------------------------------------------------ */

%define HANDLE(PATTERN)
%typemap(jni) PATTERN "jlong"
%typemap(jtype) PATTERN "long"
%typemap(jstype) PATTERN "long"
%typemap(javain) PATTERN "$javainput"
%typemap(javaout) PATTERN { return $jnicall; }
%typemap(in) PATTERN { $1 = ($1_ltype)(intptr_t)$input; }
%typemap(out) PATTERN { $result = (jlong)(intptr_t)$1; }
%enddef

%define LG_HANDLE(TYPE)
%ignore TYPE;
HANDLE(TYPE *)
HANDLE(const TYPE *)
%typemap(in, numinputs=0) TYPE ** (TYPE *made) {
    made = NULL;
    $1 = &made;
}
%typemap(argout) TYPE ** { $result = (jlong)(intptr_t)*$1; }
%enddef

/* Memory, as malloc has given it. */
HANDLE(void *memory)
HANDLE(void *malloc)
HANDLE(const void *shared)
HANDLE(const void *lg_search_state)

/* A loaded game, and the reason why a file is none. */
%typemap(in, numinputs=0) const lg_game_type **type (lg_game_type *type) {
    type = NULL;
    $1 = &type;
}
%typemap(argout) const lg_game_type **type { $result = (jlong)(intptr_t)*$1; }
%typemap(in, numinputs=0) (char *problem, size_t capacity) (char problem[LG_LOAD_PROBLEM]) {
    problem[0] = '\0';
    $1 = problem;
    $2 = sizeof problem;
}
%typemap(argout) (char *problem, size_t capacity) {
    const lg_parse_error error = {0, 0, $1};
    if (result != LG_OK) raise(jenv, result, &error);
}

/* ---- numbers ------------------------------------------------------------------------------------------ */

/* An array for the time of the call; null is NULL. */
%define NUMBERS(TYPE, JAVA, NAME)
%typemap(jni) const TYPE *, TYPE *, const TYPE [ANY], TYPE [ANY] "j" #JAVA "Array"
%typemap(jtype) const TYPE *, TYPE *, const TYPE [ANY], TYPE [ANY] #JAVA "[]"
%typemap(jstype) const TYPE *, TYPE *, const TYPE [ANY], TYPE [ANY] #JAVA "[]"
%typemap(javain) const TYPE *, TYPE *, const TYPE [ANY], TYPE [ANY] "$javainput"
%typemap(javaout) TYPE [ANY] { return $jnicall; }
%typemap(in) const TYPE *, TYPE * {
    $1 = $input == NULL ? NULL : ($1_ltype)(*jenv)->Get##NAME##ArrayElements(jenv, $input, NULL);
}
%typemap(in) const TYPE [ANY], TYPE [ANY] {
    if (!enough(jenv, $input, $1_dim0)) return $null;
    $1 = ($1_ltype)(*jenv)->Get##NAME##ArrayElements(jenv, $input, NULL);
}
%typemap(freearg) const TYPE *, const TYPE [ANY] {
    if ($1 != NULL) (*jenv)->Release##NAME##ArrayElements(jenv, $input, (j##JAVA *)$1, JNI_ABORT);
}
%typemap(freearg) TYPE *, TYPE [ANY] {
    if ($1 != NULL) (*jenv)->Release##NAME##ArrayElements(jenv, $input, (j##JAVA *)$1, 0);
}
%typemap(argout) const TYPE *, TYPE *, const TYPE [ANY], TYPE [ANY] ""
%typemap(memberin) TYPE [ANY] { memcpy($1, $input, sizeof $1); }
%typemap(out) TYPE [ANY] {
    $result = (*jenv)->New##NAME##Array(jenv, $1_dim0);
    if ($result != NULL) (*jenv)->Set##NAME##ArrayRegion(jenv, $result, 0, $1_dim0, (const j##JAVA *)$1);
}
%enddef
NUMBERS(uint8_t, byte, Byte)
NUMBERS(uint16_t, short, Short)
NUMBERS(int16_t, short, Short)
NUMBERS(int32_t, int, Int)
NUMBERS(int64_t, long, Long)
NUMBERS(uint64_t, long, Long)
NUMBERS(size_t, long, Long)
NUMBERS(float, float, Float)
NUMBERS(bool, boolean, Boolean)
%apply int32_t * { lg_batch_report *report, lg_alquerque_message_kind *kind, lg_amazes_message_kind *kind,
    lg_ontherun_message_kind *kind, lg_snakecore_message_kind *kind };

/* Objects of a call, by their handles. */
%apply int64_t * { lg_search *const *searches };

/* The mask of legal actions, which every step needs, goes over the stack. */
%typemap(in) uint64_t *mask (uint64_t words[LG_MAX_MASK_WORDS]) {
    if (!enough(jenv, $input, LG_MASK_WORDS(arg1->actions))) return $null;
    $1 = words;
}
%typemap(freearg) uint64_t *mask ""
%typemap(argout) uint64_t *mask {
    (*jenv)->SetLongArrayRegion(jenv, $input, 0, LG_MASK_WORDS(arg1->actions), (const jlong *)$1);
}

/* One number that a function writes: it returns that. */
%define RETURNED(TYPE, NAME)
%typemap(in, numinputs=0) TYPE *NAME (TYPE NAME) {
    NAME = 0;
    $1 = &NAME;
}
%typemap(freearg) TYPE *NAME ""
%typemap(argout) TYPE *NAME { $result = (jlong)*$1; }
%enddef
RETURNED(int32_t, action)
RETURNED(int32_t, mapped)
RETURNED(int32_t, going)
RETURNED(int32_t, rows)
RETURNED(int32_t, failed)
RETURNED(int32_t, first)
RETURNED(uint64_t, key)
RETURNED(size_t, name_length)
RETURNED(size_t, size)

/* A BooleanSupplier of Java, or null, can end a call early. */
%typemap(jni) (lg_stop *stop, void *context) "jobject"
%typemap(jtype) (lg_stop *stop, void *context) "java.util.function.BooleanSupplier"
%typemap(jstype) (lg_stop *stop, void *context) "java.util.function.BooleanSupplier"
%typemap(javain) (lg_stop *stop, void *context) "$javainput"
%typemap(in) (lg_stop *stop, void *context) (asked ask) {
    ask = (asked){jenv, $input};
    $1 = $input != NULL ? ends : NULL;
    $2 = &ask;
}
%extend lg_alphabeta_limits {
    /* lg_alphabeta_run, which calls it as well. */
    lg_status run(lg_alphabeta *search, const void *state, lg_stop *stop, void *context,
                  lg_alphabeta_result *result) {
        lg_alphabeta_limits limits = *self;
        limits.stop = stop != NULL ? ends_after : NULL;
        limits.context = context;
        if (limits.depth == 0 || limits.nodes == 0) return LG_E_ARGUMENT; /* which are no limit in C */
        return lg_alphabeta_run(search, state, &limits, result);
    }
}

/* ---- arrays that stay: direct buffers, which the object that uses them keeps ---------------------------- */

%define BUFFER(PATTERN)
%typemap(jni) PATTERN "jobject"
%typemap(jtype) PATTERN "java.nio.Buffer"
%typemap(jstype) PATTERN "java.nio.Buffer"
%typemap(javain) PATTERN "$javainput"
%typemap(javaout) PATTERN { return $jnicall; }
%typemap(in) PATTERN { $1 = ($1_ltype)($input == NULL ? NULL : (*jenv)->GetDirectBufferAddress(jenv, $input)); }
%typemap(freearg) PATTERN ""
%typemap(argout) PATTERN ""
%typemap(out) PATTERN {
    (void)$1;
    $result = NULL;
}
%enddef

BUFFER(void *states)
BUFFER(const void *states)
BUFFER(void *observation)
BUFFER(void *final_observation)
BUFFER(void *final_states)
BUFFER(const int32_t *parents)
BUFFER(const int32_t *variants)
BUFFER(const int32_t *symmetries)
BUFFER(const int32_t *players)
BUFFER(uint8_t *mask)
BUFFER(const uint8_t *masks)
BUFFER(const uint8_t *ended)
BUFFER(int32_t *chosen)
BUFFER(uint8_t *final_mask)
BUFFER(uint8_t *terminated)
BUFFER(uint8_t *truncated)
BUFFER(uint8_t *proven)
BUFFER(int32_t *player)
BUFFER(int32_t *final_player)
BUFFER(int32_t *search)
BUFFER(int32_t *seats)
BUFFER(int32_t *variant)
BUFFER(int32_t *final_variant)
BUFFER(int32_t *images)
BUFFER(int32_t *status)
BUFFER(int64_t *visits)
BUFFER(uint64_t *keys)
BUFFER(float *reward)
BUFFER(float *rewards)
BUFFER(float *values)
BUFFER(float *priors)
BUFFER(float *policy)
BUFFER(const float *values)
BUFFER(const float *priors)
BUFFER(const float *policies)
BUFFER(float *transformed)

/* In batches also those that are arrays of a call elsewhere. */
%define LG_BATCH_ARRAYS
STATES(void *state)
BUFFER(void *after)
BUFFER(const int32_t *actions)
BUFFER(int32_t *actions)
BUFFER(int32_t *scores)
BUFFER(float *outcome)
BUFFER(const void *one)
BUFFER(const void *other)

/* Whether two buffers of these sizes have a byte in common. */
%inline %{
static bool overlap(const void *one, int64_t one_size, const void *other, int64_t other_size) {
    const uintptr_t first = (uintptr_t)one, second = (uintptr_t)other;
    return first < second ? second - first < (uint64_t)one_size : first - second < (uint64_t)other_size;
}

/* Which of a batch's games the episode in a slot is of. */
static int32_t variant_of(const lg_batch *batch, int32_t slot) {
    lg_batch_slot record = {0};
    (void)lg_batch_get(batch, slot, &record);
    return record.variant;
}
%}
%enddef
