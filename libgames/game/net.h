/* Internal: the bot `net`, a small trained network. It is computed with whole numbers, so that it makes the same
 *choices on every machine.
 *
 * Its bytes, in which numbers are little-endian and every section begins at a multiple of 4:
 *
 *     bytes  content
 *     4      "LGNT"
 *     4      version of the format: 2, or 1, which lacks the items marked *
 *     4      bytes of everything
 *     4      Adler-32 of all bytes from here on
 *     4      version of the game whose observations it reads
 *     4      form of the view that it reads (lg_form): scaled or one-hot
 *     4      whether that is canonical: 0 or 1
 *     4      inputs: elements of a column of the view
 *     4      rows: inputs that have weights
 *     4      layers, 1 ... 6
 *     6 x 4  width of each layer, that of the last one the actions of a column and the values; the others 0
 *     6 x 4  shift of each layer, 1 ... 62; the others 0
 *     4      bytes of a text that describes its making
 *     32     name of the observation, filled up with 0
 *     4      * values: units of the last layer behind the actions of a column
 *     4      * bytes of the elements at rest
 *     ...    the text, filled up with 0
 *     ...    * the most frequent value of each element of an observation's column, in its type; or nothing
 *     1024 x 2       activation of 0, 1/256, 2/256 ... in 4096ths; negative numbers have the opposite sign
 *     inputs x 2     the row of each input, from 1; 0: none
 *     rows x 4       gain of each row
 *     for each layer a multiplier (4 bytes) of each unit, then a bias (4 bytes) of each
 *     rows x width of the first layer: its weights, signed bytes
 *     for each further layer: width x width of the layer before, its weights
 *
 * A view [inputs, columns] goes through the network column by column; action i x columns + column is unit i of the last
 * layer. Most games have one column, and all actions there; On the Run has one for each city.
 *
 * The first layer: each input, in 4096ths, is multiplied by its gain and divided by 4096, and the products with its row
 * are added up, minus the same for the input's value at rest, which the biases contain. Without elements at rest all
 * inputs are 0 at rest. Every further layer: for each unit the sum of weights times activations. Then, for each unit,
 * (sum + bias) x multiplier / 2^shift; this is rounded to the nearest whole number, halves away from 0, as is the input
 * times its gain. Sums have 32 bits and wrap. The results of the last layer are 65536ths of the logits of the actions;
 * those of the other layers are 256ths of the activation's argument, at most 1023 either way.
 *
 * There is a value for each player, first for the player to move and then in the order of seats; or one value in a game
 * of two, with the opposite for the other player. Each is the activation of a unit after the actions, which is divided
 * by 256 first, at most 2^30 either way; with several columns of the mean over those with a legal action, rounded
 * towards 0. */
#ifndef LG_I_NET_H
#define LG_I_NET_H

#include "game/view.h"

enum { LG_I_NET_LAYERS = 6 };

/* A network that was read: pointers into its bytes. */
typedef struct lg_i_net {
    lg_view view;
    lg_dtype dtype;    /* of the elements of the observation, */
    uint32_t elements; /* and their number in a column */
    uint32_t inputs, rows, layers, columns, values, rest_size;
    uint32_t width[LG_I_NET_LAYERS], shift[LG_I_NET_LAYERS];
    const uint8_t *rest; /* NULL: 0, and no category */
    const uint8_t *activation, *row, *gain;
    const uint8_t *multiplier[LG_I_NET_LAYERS], *bias[LG_I_NET_LAYERS];
    const uint8_t *weights[LG_I_NET_LAYERS];
} lg_i_net;

/* NULL if the game's network can play it, otherwise what was expected. `whole` checks the checksum and the rows as
 * well: O(bytes). */
const char *lg_i_net_open(const lg_game *game, bool whole, lg_i_net *net);

/* The same for these bytes, NULL for the game's network. They must be kept as long as `net` is used. */
const char *lg_i_net_open_bytes(const lg_game *game, const void *bytes, size_t size, bool whole, lg_i_net *net);

/* NULL if the game has no network or a sound one, even if that is for another configuration; otherwise what it would
 * have to be. */
const char *lg_i_net_flaw(const lg_game *game);

/* Bytes of memory that a choice needs, aligned to 8. */
size_t lg_i_net_room(const lg_game *game, const lg_i_net *net);

/* Bytes of memory, aligned to 8 and 0 at first, in which evaluations by the same network keep sums of the first layer
 * over planes whose elements are all the same, such as the turn. 0: the network reads no planes. */
size_t lg_i_net_kept(const lg_game *game, const lg_i_net *net);

/* The best of the legal actions, which are in the mask, of equal ones the first in the view's order; or one drawn at a
 * temperature, in hundredths. */
int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *net, const void *state, const uint64_t *mask,
                        int32_t temperature, lg_rng *rng, void *memory);

/* The ways to compute it, with the same results: with vectors of this number of bits, if the processor has them. */
enum { LG_I_NET_PLAIN, LG_I_NET_128, LG_I_NET_256, LG_I_NET_WAYS, LG_I_NET_FASTEST = -1 };
bool lg_i_net_has_way(int32_t way);

enum { LG_I_NET_MOST_HEAD = 1 << 30 };

/* The logits of the legal actions, in the view's numbering, in 65536ths: no other entry of `logits`, one for each
 * action, is touched. Also the values, in 4096ths, first for the player to move. */
void lg_i_net_rate(const lg_game *game, const lg_i_net *net, const void *state, void *memory, int32_t way,
                   int64_t *logits, int32_t *values);

/* For the legal actions in the mask, in the game's numbering, numbers proportional to e^logit, the largest one 2^31;
 * and the values of all players, -1 ... 1. `logits` is memory for one number for each action; `kept` may be NULL. */
void lg_i_net_evaluate(const lg_game *game, const lg_i_net *net, const void *state, int32_t player,
                       const uint64_t *mask, void *memory, void *kept, int64_t *logits, float *values,
                       float *priors);

#endif
