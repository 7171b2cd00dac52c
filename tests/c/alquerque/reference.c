/* The rules of Alquerque, sentence by sentence; see reference.h. */
#include "reference.h"

#include <string.h>

void reference_start(char board[7][7]) {
    static const char *const ROWS[7] = {"wwwwwww", "wwwwwww", "wwwwwww", "bbb.www", "bbbbbbb", "bbbbbbb", "bbbbbbb"};
    for (int row = 0; row < 7; row++) memcpy(board[row], ROWS[row], 7);
}
