/* The flat module libgames._native: functions on bytes, capsules, buffers and dicts. The Python face is written by
 * hand on top of it; nothing here is meant for users. Constants and functions come from the interface that all languages
 * share (../libgames.i); the headers here have what is called in every step, or makes Python objects of more than one
 * thing. A game with functions of its own adds its header in both lists. */
%module native

%{
#include "common.h"
#include "objects.h"
#include "members.h"
#include "observe.h"
%}

%include "../libgames.i"

/* Functions written by hand check their numbers themselves. */
%typemap(check) int32_t player, int32_t action, int32_t symmetry, int32_t viewer ""

%include "observe.h"

%init %{
    if (!find_errors()) return -1;
%}
