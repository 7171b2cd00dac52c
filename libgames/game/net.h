/* Internal: lg_game_type.net of the library's own games. The build makes a function of each libgames/games/NAME/net.bin
 * and defines LG_I_NETS; without it, as in one file for a contest, there are no networks. */
#ifndef LG_I_GAME_NET_H
#define LG_I_GAME_NET_H

#ifdef LG_I_NETS
#define LG_I_NET(name) lg_i_##name##_net
#else
#define LG_I_NET(name) NULL
#endif

#endif
