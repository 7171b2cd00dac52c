/* Words of statuses, and the version. */
#include "libgames/base.h"

const char *lg_status_text(lg_status status) {
    switch (status) {
    case LG_OK: return "no error";
    case LG_E_ARGUMENT: return "an argument is missing or outside its range";
    case LG_E_ILLEGAL: return "the rules do not allow this move here";
    case LG_E_OVER: return "the game is over";
    case LG_E_PARSE: return "the text does not follow its grammar";
    case LG_E_STATE: return "these bytes are not a state of this game";
    case LG_E_SPACE: return "the buffer is too small";
    case LG_E_UNSUPPORTED: return "this game has no such function";
    case LG_E_BROKEN: return "the game breaks its own rules: its author should run `libgames check`";
    }
    return "unknown status";
}

const char *lg_version(void) {
    return LG_VERSION;
}
