/* Shared by the typemaps. Every array that Java hands over is copied, in or out: the garbage collector is never held
 * up, and a state in Java never changes. */
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <libgames/libgames.h>

/* The bytes of an array, aligned to 8 as states must be: on the stack while they are few. */
typedef struct block {
    uint64_t few[256];
    void *at;
    jbyteArray array;
    jsize length;
} block;

/* A text of the library, which is UTF-8; JNI's own functions want something else. NULL with an exception on its way. */
static jstring text_of(JNIEnv *jenv, const char *text) {
    if (text == NULL) return NULL;
    const jsize length = (jsize)strlen(text);
    const jclass texts = (*jenv)->FindClass(jenv, "libgames/Text");
    const jmethodID of =
        texts == NULL ? NULL : (*jenv)->GetStaticMethodID(jenv, texts, "of", "([B)Ljava/lang/String;");
    const jbyteArray bytes = of == NULL ? NULL : (*jenv)->NewByteArray(jenv, length);
    if (bytes == NULL) return NULL;
    (*jenv)->SetByteArrayRegion(jenv, bytes, 0, length, (const jbyte *)text);
    const jstring made = (jstring)(*jenv)->CallStaticObjectMethod(jenv, texts, of, bytes);
    return (*jenv)->ExceptionCheck(jenv) ? NULL : made;
}

/* Throws the exception of Errors.of for a status; `error` (may be NULL) adds details. A pending exception gives
 * place. */
static void raise(JNIEnv *jenv, lg_status status, const lg_parse_error *error) {
    (*jenv)->ExceptionClear(jenv);
    const jclass errors = (*jenv)->FindClass(jenv, "libgames/Errors");
    const jmethodID of = errors == NULL ? NULL
                                        : (*jenv)->GetStaticMethodID(jenv, errors, "of",
                                                                     "(ILjava/lang/String;II)Ljava/lang/RuntimeException;");
    if (of == NULL) return;
    const jstring text = text_of(jenv, error != NULL ? error->expected : lg_status_text(status));
    if (text == NULL) return;
    const jobject thrown = (*jenv)->CallStaticObjectMethod(jenv, errors, of, (jint)status, text,
                                                           (jint)(error != NULL ? error->line : 0),
                                                           (jint)(error != NULL ? error->column : 0));
    if (!(*jenv)->ExceptionCheck(jenv)) (*jenv)->Throw(jenv, (jthrowable)thrown);
}

static int refuse(JNIEnv *jenv, const char *class, const char *reason) {
    const jclass found = (*jenv)->FindClass(jenv, class);
    if (found != NULL) (*jenv)->ThrowNew(jenv, found, reason);
    return 0;
}

/* Whether an array has at least this many elements; otherwise an exception is pending. */
static int enough(JNIEnv *jenv, jarray array, size_t least) {
    if (array == NULL) return refuse(jenv, "java/lang/NullPointerException", "expected an array");
    if ((size_t)(*jenv)->GetArrayLength(jenv, array) >= least) return 1;
    return refuse(jenv, "java/lang/IllegalArgumentException", "the array is too short");
}

/* Room for the first bytes of an array, which will be written. */
static int hold(JNIEnv *jenv, jbyteArray array, size_t length, block *bytes) {
    bytes->at = NULL;
    if (!enough(jenv, array, length)) return 0;
    bytes->array = array;
    bytes->length = (jsize)length;
    bytes->at = length <= sizeof bytes->few ? bytes->few : malloc(length);
    return bytes->at != NULL || refuse(jenv, "java/lang/OutOfMemoryError", "no memory for a copy of the array");
}

static size_t length_of(JNIEnv *jenv, jbyteArray array) {
    return array == NULL ? 0 : (size_t)(*jenv)->GetArrayLength(jenv, array);
}

/* Copies an array in, which must have at least this many bytes. */
static int take(JNIEnv *jenv, jbyteArray array, size_t least, block *bytes) {
    const size_t length = length_of(jenv, array);
    if (!hold(jenv, array, length < least ? least : length, bytes)) return 0;
    (*jenv)->GetByteArrayRegion(jenv, array, 0, bytes->length, (jbyte *)bytes->at);
    return 1;
}

/* Copies the first bytes out again, unless the call has failed. */
static void give(JNIEnv *jenv, const block *bytes, jsize length) {
    if (!(*jenv)->ExceptionCheck(jenv))
        (*jenv)->SetByteArrayRegion(jenv, bytes->array, 0, length, (const jbyte *)bytes->at);
}

static void drop(block *bytes) {
    if (bytes->at != bytes->few) free(bytes->at);
}

/* Decides whether a long call should end: a java.util.function.BooleanSupplier. */
typedef struct asked {
    JNIEnv *jenv;
    jobject supplier;
} asked;

/* An exception of the supplier ends the call as well. */
static bool ends(void *context) {
    const asked *ask = context;
    JNIEnv *jenv = ask->jenv;
    const jclass class = (*jenv)->GetObjectClass(jenv, ask->supplier);
    const jmethodID asks = (*jenv)->GetMethodID(jenv, class, "getAsBoolean", "()Z");
    const jboolean answer = asks != NULL && (*jenv)->CallBooleanMethod(jenv, ask->supplier, asks);
    (*jenv)->DeleteLocalRef(jenv, class);
    return (*jenv)->ExceptionCheck(jenv) || answer;
}

static bool ends_after(void *context, const lg_alphabeta_result *result) {
    (void)result;
    return ends(context);
}
