/* The flat module libgames._native: functions on bytes, capsules and buffers. The Python face is written by hand on
 * top of it; nothing here is meant for users. A game with functions of its own adds its header in both lists. */
%module native

%{
#include "common.h"

#include "uniform.h"
#include "batch.h"
#include "search.h"
#include "players.h"

#include "alquerque.h"
#include "amazes.h"
#include "blockdrop.h"
#include "ontherun.h"
#include "snakecore.h"
%}

%include <stdint.i>
%include "typemaps.i"

%include "uniform.h"
%include "batch.h"
%include "search.h"
%include "players.h"
%include "alquerque.h"
%include "amazes.h"
%include "blockdrop.h"
%include "ontherun.h"
%include "snakecore.h"

%init %{
    if (!add_errors(m)) return -1;
%}
