/* The flat module libgames._native: functions on bytes, capsules and buffers. The Python face is written by hand on
 * top of it; nothing here is meant for users. */
%module native

%{
#include "native.h"
%}

%include <stdint.i>
%include "typemaps.i"
%include "native.h"

%init %{
    if (!add_errors(m)) return -1;
%}
