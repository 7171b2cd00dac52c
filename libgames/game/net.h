/* Internal: the bot `net`, a small trained network. It computes with integers alone, so it makes the same choices on
 * every machine.
 *
 * The bytes of a network: numbers are little-endian, and every section begins at a multiple of 4.
 *
 *     bytes  content
 *     4      "LGNT"
 *     4      version of the format: 3
 *     4      size of everything, in bytes
 *     4      Adler-32 of all bytes after this field
 *     4      version of the game whose observations the network reads
 *     4      form of the view that it reads (lg_form): scaled or one-hot
 *     4      whether the view is canonical: 0 or 1
 *     4      inputs: elements in a column of the view
 *     4      rows: inputs that have weights
 *     4      layers, 2 ... 6
 *     6 x 4  width of each layer; the last one is as wide as a column has actions and values; unused entries are 0
 *     6 x 4  shift of each layer, 0 ... 30 (the last one: 1 ... 62); unused entries are 0
 *     4      length of a text that describes how the network was made
 *     32     name of the observation, padded with zeros
 *     4      values: units of the last layer after the actions of a column
 *     4      size of the elements at rest, in bytes
 *     ...    the text, padded with zeros
 *     ...    elements at rest: the most frequent value of each element in a column of the observation, in its type
 *     ...    elements used: all bits 1 for an element with an input that has a row, otherwise all 0
 *     16     the table of the activation: the low byte of the start of each of its 16 pieces,
 *     16     the high byte of the start,
 *     16     and the slope
 *     inputs x 2     the row of each input, counted from 1, or 0 if it has no row
 *     rows x 4       gain of each row
 *     first layer    the low byte of each unit's bias, then the high byte of each
 *     later layers   each unit's bias (4 bytes), then each unit's multiplier (2 bytes; 4 in the last layer)
 *     first layer    rows x width weights: signed bytes, as in all layers, and never -128
 *     hidden layers  for each 32 units and each 4 units of the layer before: the 4 weights of each of the 32
 *     last layer     width x width of the layer before: weights
 *
 * Hidden layers are padded with units whose weights are 0: the sections store widths that are multiples of 32.
 *
 * A view [inputs, columns] goes through the network column by column; action i x columns + column is unit i of the last
 * layer. In most games there is one column with all actions; in On the Run there is one for each city.
 *
 * First layer. The biases include all elements at rest. For each element that is not at rest, the row of one input is
 * added. For a category, this is the input of the new category, whose weights are relative to the category at rest, or,
 * if the element has no category now, the input of the category at rest; the difference counts as 2^14. A number is
 * clipped to plus or minus the size of its part (the number at rest only if it has 32 bits); the difference is
 * multiplied by 2^46 / size, rounded down, and divided by 2^32. This times the row's gain / 2^22 is a 16-bit number,
 * and that times a weight / 2^7 is added to a unit: part by part, and within a part in the order of its elements. Each
 * sum is clipped to 16 bits; the final sum is shifted left by the layer's shift and clipped again.
 *
 * Later layers. Each unit adds its bias and the products of weights and activations. In hidden layers the sum is
 * shifted right by the layer's shift, without rounding, and clipped to 16 bits; this times the multiplier / 2^15 again
 * fits 16 bits. In the last layer the sum x multiplier / 2^shift is the logit of an action, in 65536ths. Divisions
 * round to the nearest, halves up, unless stated otherwise.
 *
 * Activation of a 16-bit number. Its absolute value, at most 2047, is divided by 128: the quotient selects the piece of
 * the table, and the remainder x the slope / 8, rounded down, is added to the start of the piece. The result, at most
 * 127 x 128, gets the sign of the number (0 for 0). The activation is its distance from -127 x 128, divided by 256: 0
 * ... 127.
 *
 * In hidden layers but the first, the absolute weights of a unit for the units 8k, 8k + 1, 8k + 4 and 8k + 5 of the
 * layer before add up to at most 258, and so do those for the other four of these eight: their products fit 16 bits.
 *
 * Values: one for each player, first for the player to move and then in the order of seats; or a single one in a game
 * of two players, whose opposite is the other player's. Each is the hyperbolic tangent of a unit after the actions, at
 * most 2^30 in absolute value; with several columns, of the mean over the columns with a legal action, rounded towards
 * 0. */
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

/* NULL if the game's network can play this game, otherwise the expectation. `whole` checks the checksum and the rows as
 * well: O(bytes). */
const char *lg_i_net_open(const lg_game *game, bool whole, lg_i_net *net);

/* The same for these bytes, NULL for the game's network. They must be kept as long as `net` is used. The game's network
 * may have values of another number of players, which are not used then. */
const char *lg_i_net_open_bytes(const lg_game *game, const void *bytes, size_t size, bool whole, lg_i_net *net);

/* NULL if the game has no network or a sound one, even if it is for another configuration; otherwise the
 * expectation. */
const char *lg_i_net_flaw(const lg_game *game);

/* Bytes of memory that a choice needs, aligned to 8. */
size_t lg_i_net_room(const lg_game *game, const lg_i_net *net);

/* The best of the legal actions in the mask (the first in the view's order if several are equally good), or one drawn
 * at a temperature, in hundredths. */
int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *net, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory);

/* The ways to compute it, with the same results: without vectors, or with vectors of this number of bits if the
 * processor supports them. */
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
