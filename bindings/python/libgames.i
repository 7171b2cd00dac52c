/* The flat module libgames._native: functions on bytes, capsules, buffers and dicts. The Python face is written by
 * hand on top of it; nothing here is meant for users. Constants and functions come from the interface that all languages
 * share (../libgames.i); the headers here have what its typemaps need, and an observation, which learners ask for in every
 * step. */
%module native

%{
#include "common.h"
#include "objects.h"
#include "observe.h"
%}
%include "members.i"

%include "../libgames.i"

/* Functions written by hand check their numbers themselves. */
%typemap(check) int32_t player, int32_t action, int32_t symmetry, int32_t viewer ""

%include "observe.h"

%init %{
    if (!find_errors()) return -1;
%}
