/* Internal: the player `net`, a small network that was trained beforehand. It is computed with whole numbers, so that
 * it chooses the same on every machine.
 *
 * Its bytes, in which numbers are little-endian and every section begins at a multiple of 4:
 *
 *     bytes  what
 *     4      "LGNT"
 *     4      version of the format: 2, or 1, which lacks what is marked *
 *     4      bytes of the whole
 *     4      Adler-32 of all bytes from here on
 *     4      version of the game whose observations it reads
 *     4      form of the view that it reads (lg_form): scaled or one-hot
 *     4      whether that is canonical: 0 or 1
 *     4      inputs: elements of a column of the view
 *     4      rows: inputs that have weights
 *     4      layers, 1 ... 6
 *     6 x 4  width of each layer, that of the last one the actions of a column and the values; the others 0
 *     6 x 4  shift of each layer, 1 ... 62; the others 0
 *     4      bytes of a text: how it was made
 *     32     name of the observation, filled up with 0
 *     4      * values: units of the last layer behind the actions of a column
 *     4      * bytes of the elements at rest
 *     ...    the text, filled up with 0
 *     ...    * each element of a column of the observation, in its type, as it mostly is; or nothing
 *     1024 x 2       activation of 0, 1/256, 2/256 ... in 4096ths: that of a negative number has the other sign
 *     inputs x 2     the row of each input, from 1 on; 0: it has none
 *     rows x 4       gain of each row
 *     for each layer a multiplier (4 bytes) of each of its units, then a bias (4 bytes) of each of them
 *     rows x width of the first layer: its weights, signed bytes
 *     for each further layer: width x width of the layer before, its weights
 *
 * A view [inputs, columns] goes through the network column by column; action i x columns + column is unit i of the last
 * layer. Most games have one column, and all actions there; On the Run has one for each city.
 *
 * The first layer: each input, in 4096ths, is multiplied by its gain and divided by 4096, and its row times that is
 * added up, less as much for what the input is at rest; the biases hold that. Without elements at rest all inputs are 0
 * there. Every further layer: for each unit the sum of weights times activations. Then, for each unit, (sum + bias) x
 * multiplier / 2^shift; this is rounded to the nearest whole number, halves away from 0, as the input times its gain
 * is. Sums are of 32 bits and wrap. What comes of the last layer are 65536ths of the logits of the actions; of the
 * others 256ths of what the activation is taken of, at most 1023 either way.
 *
 * Values are as many as players, that of the player to move first and then by seats; or one in a game of two, whose
 * other player's is the opposite. Each is the activation of a unit behind the actions, which is divided by 256 first,
 * at most 2^30 either way; with several columns of the mean of those where an action is legal, rounded towards 0. */
#ifndef LG_I_NET_H
#define LG_I_NET_H

#include "game/view.h"

enum { LG_I_NET_LAYERS = 6 };

/* A network as it is read: pointers into its bytes. */
typedef struct lg_i_net {
    lg_view view;
    lg_dtype dtype;    /* of the elements of the observation, */
    uint32_t elements; /* of which a column has so many */
    uint32_t inputs, rows, layers, columns, values, rest_size;
    uint32_t width[LG_I_NET_LAYERS], shift[LG_I_NET_LAYERS];
    const uint8_t *rest; /* NULL: 0, and no category */
    const uint8_t *activation, *row, *gain;
    const uint8_t *multiplier[LG_I_NET_LAYERS], *bias[LG_I_NET_LAYERS];
    const uint8_t *weights[LG_I_NET_LAYERS];
} lg_i_net;

/* NULL if the game has a network that can play it, else what it would have to be. `whole` looks at the checksum and the
 * rows as well: O(bytes). */
const char *lg_i_net_open(const lg_game *game, bool whole, lg_i_net *net);

/* Likewise of these bytes, NULL for those of the game. They must be kept as long as `net` is used. */
const char *lg_i_net_open_bytes(const lg_game *game, const void *bytes, size_t size, bool whole, lg_i_net *net);

/* NULL if the game has no network or a sound one, even if that is for another configuration; else what it would have to
 * be. */
const char *lg_i_net_flaw(const lg_game *game);

/* Bytes of memory that a choice needs, aligned to 8. */
size_t lg_i_net_room(const lg_game *game, const lg_i_net *net);

/* The best legal action of a game that is not over, of equal ones the first as the view numbers them; or one that is
 * drawn at a temperature, in hundredths. */
int32_t lg_i_net_choose(const lg_game *game, const lg_i_net *net, const void *state, int32_t temperature, lg_rng *rng,
                        void *memory);

/* The ways to compute it, all of which give the same: with vectors of so many bits, where the processor has them. */
enum { LG_I_NET_PLAIN, LG_I_NET_128, LG_I_NET_256, LG_I_NET_WAYS, LG_I_NET_FASTEST = -1 };
bool lg_i_net_has_way(int32_t way);

enum { LG_I_NET_MOST_HEAD = 1 << 30 };

/* The logits of the legal actions, as the view numbers them, in 65536ths: of `logits`, which has an entry for each
 * action, no other is touched. And the values, in 4096ths, that of the player to move first. */
void lg_i_net_rate(const lg_game *game, const lg_i_net *net, const void *state, void *memory, int32_t way,
                   int64_t *logits, int32_t *values);

/* For the legal actions in the mask, as the game numbers them, numbers in proportion to e^logit, the largest one 2^31;
 * and the values of all players, -1 ... 1. `logits` is memory for as many as there are actions. */
void lg_i_net_evaluate(const lg_game *game, const lg_i_net *net, const void *state, int32_t player,
                       const uint64_t *mask, void *memory, int64_t *logits, float *values, float *priors);

#endif
