/* Internal: the bot `net`, a small trained network. It is computed with whole numbers, so that it makes the same
 *choices on every machine.
 *
 * Its bytes, in which numbers are little-endian and every section begins at a multiple of 4:
 *
 *     bytes  content
 *     4      "LGNT"
 *     4      version of the format: 3
 *     4      bytes of everything
 *     4      Adler-32 of all bytes from here on
 *     4      version of the game whose observations it reads
 *     4      form of the view that it reads (lg_form): scaled or one-hot
 *     4      whether that is canonical: 0 or 1
 *     4      inputs: elements of a column of the view
 *     4      rows: inputs that have weights
 *     4      layers, 2 ... 6
 *     6 x 4  width of each layer, that of the last one the actions of a column and the values; the others 0
 *     6 x 4  shift of each layer, 0 ... 30, that of the last one 1 ... 62; the others 0
 *     4      bytes of a text that describes its making
 *     32     name of the observation, filled up with 0
 *     4      values: units of the last layer behind the actions of a column
 *     4      bytes of the elements at rest
 *     ...    the text, filled up with 0
 *     ...    the most frequent value of each element of an observation's column, in its type
 *     ...    likewise for each element all bits 1 if one of its inputs has a row, otherwise 0
 *     16     of each sixteenth of the activation the low byte of what it begins with,
 *     16     the high byte of this,
 *     16     and its slope
 *     inputs x 2     the row of each input, from 1; 0: none
 *     rows x 4       gain of each row
 *     for the first layer the low byte of each unit's bias, then the high byte of each
 *     for each further layer a bias (4 bytes) of each unit, then a multiplier (2 bytes; 4 in the last layer) of each
 *     rows x width of the first layer: its weights, signed bytes, none of them -128
 *     for each further hidden layer: for each 32 of its units and each 4 of those before, the 4 weights of each unit
 *     for the last layer: width x width of the layer before, its weights
 *
 * Hidden layers are filled up with units of weights 0: in the sections their widths are multiples of 32.
 *
 * A view [inputs, columns] goes through the network column by column; action i x columns + column is unit i of the last
 * layer. Most games have one column, and all actions there; On the Run has one for each city.
 *
 * The biases of the first layer contain all elements at rest. For each other element the row of an input is added. In a
 * part of categories that is the input of the new category, whose weights are relative to the one at rest, or the input
 * of the latter if the element has no category any more; it differs by 2^14. A number is clipped to its part's size
 * either way, one at rest only if it has 32 bits; their difference is multiplied by 2^46 / size, rounded down, and
 * divided by 2^32. This times the row's gain / 2^22 is a number of 16 bits, and that times a weight / 2^7 is added to a
 * unit: part by part, and in each in the order of its elements. Each sum is clipped to 16 bits; at the end it is
 * shifted to the left by the layer's shift and clipped again.
 *
 * Every further layer: for each unit the bias and the sum of weights times activations. In hidden layers this is
 * shifted to the right by the layer's shift, without rounding, and clipped to 16 bits, and it times the multiplier /
 * 2^15 has 16 bits as well. In the last layer the sum x multiplier / 2^shift is the logit of an action, in 65536ths.
 * All divisions round to the nearest, halves up, if nothing else is said.
 *
 * The activation of such a number of 16 bits: its size, at most 2047, / 128 is the place in the table, and the rest x
 * the slope / 8, both rounded down, is added to what it begins with. This, at most 127 x 128, gets the sign of the
 * number, which is 0 for 0. Its distance from -127 x 128, divided by 256, is the result: 0 ... 127.
 *
 * In hidden layers but the first, the sizes of a unit's weights for the units 8k, 8k + 1, 8k + 4 and 8k + 5 before,
 * and those for the others of these eight, add up to at most 258, so that their products fit 16 bits.
 *
 * There is a value for each player, first for the player to move and then in the order of seats; or one value in a game
 * of two, with the opposite for the other player. Each is the hyperbolic tangent of a unit after the actions, at most
 * 2^30 either way; with several columns of the mean over those with a legal action, rounded towards 0. */
#ifndef LG_I_NET_H
#define LG_I_NET_H

#include "game/view.h"

enum { LG_I_NET_LAYERS = 6, LG_I_NET_FORMAT = 3 };

/* A network that was read: pointers into its bytes. */
typedef struct lg_i_net {
    lg_view view;
    lg_dtype dtype;    /* of the elements of the observation, */
    uint32_t elements; /* and their number in a column */
    uint32_t inputs, rows, columns, values, rest_size;
    uint32_t last; /* layer */
    uint32_t width[LG_I_NET_LAYERS], shift[LG_I_NET_LAYERS]; /* widths as in the bytes: of hidden layers multiples */
    bool valued; /* the values are those of the game's players */
    const uint8_t *rest, *used, *activation, *row, *gain;
    const uint8_t *multiplier[LG_I_NET_LAYERS], *bias[LG_I_NET_LAYERS];
    const uint8_t *weights[LG_I_NET_LAYERS];
    int32_t part_count;
    lg_part parts[LG_MAX_PARTS];   /* of a column; categories only of those that open, `size` also of others */
    int64_t inverse[LG_MAX_PARTS]; /* of their sizes */
} lg_i_net;

/* NULL if the game's network can play it, otherwise what was expected. `whole` checks the checksum and the rows as
 * well: O(bytes). */
const char *lg_i_net_open(const lg_game *game, bool whole, lg_i_net *net);

/* The same for these bytes, NULL for the game's network. They must be kept as long as `net` is used. The game's network
 * may have values of another number of players, which are not used then. */
const char *lg_i_net_open_bytes(const lg_game *game, const void *bytes, size_t size, bool whole, lg_i_net *net);

/* NULL if the game has no network or a sound one, even if that is for another configuration; otherwise what it would
 * have to be. */
const char *lg_i_net_flaw(const lg_game *game);

/* Bytes of memory that a choice needs, aligned to 8. */
size_t lg_i_net_room(const lg_game *game, const lg_i_net *net);

/* The best of the legal actions, which are in the mask, of equal ones the first in the view's order; or one drawn at a
 * temperature, in hundredths. */
int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *net, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory);

/* The ways to compute it, with the same results: with vectors of this number of bits, if the processor has them. */
enum { LG_I_NET_PLAIN, LG_I_NET_128, LG_I_NET_256, LG_I_NET_WAYS, LG_I_NET_FASTEST = -1 };
bool lg_i_net_has_way(int32_t way);

enum { LG_I_NET_MOST_HEAD = 1 << 30 };

/* The logits of the legal actions, in the view's numbering, in 65536ths: no other entry of `logits`, one for each
 * action, is touched. Also the values, in 65536ths, first for the player to move. */
void lg_i_net_rate(const lg_game *game, const lg_i_net *net, const void *state, void *memory, int32_t way,
                   int64_t *logits, int32_t *values);

/* For the legal actions in the mask, in the game's numbering, numbers proportional to e^logit, the largest one 2^31;
 * and the values of all players, -1 ... 1. `logits` is memory for one number for each action. */
void lg_i_net_evaluate(const lg_game *game, const lg_i_net *net, const void *state, int32_t player,
                       const uint64_t *mask, void *memory, int64_t *logits, float *values, float *priors);

#endif
