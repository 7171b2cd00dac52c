/* Internal: the player `net`, a small network that was trained beforehand. It is computed with whole numbers, so that
 * it chooses the same on every machine.
 *
 * Its bytes, in which numbers are little-endian and every section begins at a multiple of 4:
 *
 *     bytes  what
 *     4      "LGNT"
 *     4      version of the format, 1
 *     4      bytes of the whole
 *     4      Adler-32 of all bytes from here on
 *     4      version of the game whose observations it reads
 *     4      form of the view that it reads (lg_form): scaled or one-hot
 *     4      whether that is canonical: 0 or 1
 *     4      inputs: elements of a column of the view
 *     4      rows: inputs that have weights
 *     4      layers, 1 ... 6
 *     6 x 4  width of each layer, that of the last one the actions of a column; the others 0
 *     6 x 4  shift of each layer, 1 ... 62; the others 0
 *     4      bytes of a text: how it was made
 *     32     name of the observation, filled up with 0
 *     ...    the text, filled up with 0
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
 * added up. Every further layer: for each unit the sum of weights times activations. Then, for each unit, (sum + bias)
 * x multiplier / 2^shift; this is rounded to the nearest whole number, halves away from 0, as the input times its gain
 * is. Sums are of 32 bits and wrap. What comes of the last layer are 65536ths of the logits of the actions; of the
 * others 256ths of what the activation is taken of, at most 1023 either way. */
#ifndef LG_I_NET_H
#define LG_I_NET_H

#include "libgames/game.h"

/* NULL if the game has a network that can play it, else what it would have to be. `whole` looks at the checksum and the
 * rows as well: O(bytes). */
const char *lg_i_net_problem(const lg_game *game, bool whole);

/* NULL if the game has no network or a sound one, even if that is for another configuration; else what it would have to
 * be. */
const char *lg_i_net_flaw(const lg_game *game);

/* Of a game whose network can play it. Bytes of memory that a choice needs, aligned to 8. */
size_t lg_i_net_size(const lg_game *game);

/* Likewise: the best legal action of a game that is not over, of equal ones the first as the view numbers them; or one
 * that is drawn at a temperature, in hundredths. */
int32_t lg_i_net_choose(const lg_game *game, const void *state, int32_t temperature, lg_rng *rng, void *memory);

#endif
