/* On the Run (CodeCup 2007): one fugitive against four detectives on a map of cities. Rules with every ruling:
 * docs/games/ontherun-rules.md.
 *
 * Cities have the labels of the map, 1 ... n with n at most 200; 0 means "none". Bit c of a set of cities is city c, so
 * bit 0 is never set. Connections have a type: car, train or plane. The map does not change in a game; it is a separate
 * object that is passed along with the state. */
#ifndef LIBGAMES_ONTHERUN_H
#define LIBGAMES_ONTHERUN_H

#include "libgames/base.h"
#include "libgames/rng.h"

/* The players, as in scores. */
#define LG_ONTHERUN_DETECTIVES 0
#define LG_ONTHERUN_FUGITIVE 1

#define LG_ONTHERUN_TEAM 4         /* detectives */
#define LG_ONTHERUN_TURNS 50       /* turns of a game */
#define LG_ONTHERUN_ROUND 5        /* turns of a round; its last one is an announcement turn */
#define LG_ONTHERUN_MIN_CITIES 5   /* fewest cities: four detectives must be able to move */
#define LG_ONTHERUN_MAX_CITIES 200 /* "There are never more than 200 cities." */
#define LG_ONTHERUN_TOTAL_MS 5000  /* milliseconds that a program has for a whole game */
#define LG_ONTHERUN_WORDS 4        /* words of a set of cities */
#define LG_ONTHERUN_LIST 39800     /* most entries of a list of neighbours: 200 cities joined to 199 others each */
#define LG_ONTHERUN_ACTIONS 600    /* 3 types x 200 cities */
#define LG_ONTHERUN_FAR 255        /* the distance to a city that can't be reached */
#define LG_ONTHERUN_WIDTH 1000     /* drawing coordinates: x in 0 ... 1000, y in 0 ... 700 downwards */
#define LG_ONTHERUN_HEIGHT 700

/* Longest strings without the NUL: a fugitive's move "C 200"; four lines of cities with their LF; a position (see
 * lg_ontherun_print); a map with every possible connection. */
#define LG_ONTHERUN_MOVE_TEXT 5
#define LG_ONTHERUN_LINES_TEXT 16
#define LG_ONTHERUN_POSITION_TEXT 112
#define LG_ONTHERUN_MAP_TEXT 532532

LG_BEGIN

/* Types of connections; ANY stands for all of them together. */
enum lg_ontherun_transport {
    LG_ONTHERUN_CAR = 0,
    LG_ONTHERUN_TRAIN = 1,
    LG_ONTHERUN_PLANE = 2,
    LG_ONTHERUN_TYPES = 3,
    LG_ONTHERUN_ANY = 3
};

/* A set of cities: city c is bit c % 64 of word c / 64. */
typedef struct lg_ontherun_set {
    uint64_t word[LG_ONTHERUN_WORDS];
} lg_ontherun_set;

/* ---- the map ----------------------------------------------------------------------------------- */

/* A map, 348,976 bytes, no pointers, no hidden padding. First index: CAR, TRAIN, PLANE or ANY; cities index by label,
 * the entries of city 0 are unused. Lists and distances follow from `joined`, for speed. */
typedef struct lg_ontherun_map {
    int32_t cities;         /* n, 5 ... 200 */
    int32_t connections[4]; /* of each type; ANY: pairs of cities joined by some type */
    int32_t drawn;          /* 1 when x and y are set (by the generator, or for a game), else 0 */
    /* the neighbours of each city */
    lg_ontherun_set joined[4][LG_ONTHERUN_MAX_CITIES + 1];
    /* the same as lists, ascending: city c's is neighbour[type][i] with first[type][c] <= i < first[type][c + 1] */
    uint16_t first[4][LG_ONTHERUN_MAX_CITIES + 2];
    uint8_t neighbour[4][LG_ONTHERUN_LIST];
    /* fewest moves from one city to another, or LG_ONTHERUN_FAR */
    uint8_t distance[4][LG_ONTHERUN_MAX_CITIES + 1][LG_ONTHERUN_MAX_CITIES + 1];
    /* where to draw the city */
    int16_t x[LG_ONTHERUN_MAX_CITIES + 1], y[LG_ONTHERUN_MAX_CITIES + 1];
} lg_ontherun_map;

LG_STATIC_ASSERT(sizeof(lg_ontherun_map) == 348976, "no hidden padding");

/* Reads connect.txt: a line with n, a line `X a-b` for each connection, the line `END`; the rest is ignored. A repeated
 * connection counts once. Only the form is checked; for the promises of the rules page see lg_ontherun_map_check.
 * LG_E_ARGUMENT, LG_E_PARSE. Cost: O(length) and about 0.5 ms for the distances of 200 cities. */
LG_API lg_status lg_ontherun_map_parse(const char *text, size_t length, lg_ontherun_map *map, lg_parse_error *error);

/* Writes connect.txt: by type, then city, the smaller label first. Parsing it gives the same map except for the
 * coordinates. */
LG_API lg_status lg_ontherun_map_print(const lg_ontherun_map *map, char *buffer, size_t capacity, size_t *length);

/* The promises of the rules page about its maps, one bit each. */
typedef enum lg_ontherun_promise {
    LG_ONTHERUN_CAR_CONNECTED = 1,   /* every city can be reached from every other one by car */
    LG_ONTHERUN_TWO_CARS = 2,        /* every city has at least two car connections, to different cities */
    LG_ONTHERUN_CAR_PLANAR = 4,      /* the graph of each type is planar */
    LG_ONTHERUN_TRAIN_PLANAR = 8,
    LG_ONTHERUN_PLANE_PLANAR = 16,
    LG_ONTHERUN_TRAIN_BY_CAR = 32,   /* every city with a train connection has a car connection */
    LG_ONTHERUN_PLANE_BY_TRAIN = 64, /* every city with a plane connection has a train connection */
    LG_ONTHERUN_ALL_PROMISES = 127
} lg_ontherun_promise;

/* The promises that this map breaks: 0, or their bits. Planarity refers to the abstract graph; coordinates do not
 * matter. */
LG_API uint32_t lg_ontherun_map_check(const lg_ontherun_map *map);

/* The promise as a sentence; "unknown promise" for anything that is not exactly one of these bits. */
LG_API const char *lg_ontherun_promise_text(uint32_t promise);

/* The fewest moves between two cities by a type (or ANY); -1 when there is no way, and for a city or type that is not
 * on the map. */
LG_API int32_t lg_ontherun_distance(const lg_ontherun_map *map, int32_t type, int32_t from, int32_t to);

/* Where to draw a city: x, y. LG_E_ARGUMENT: there is no such city. */
LG_API lg_status lg_ontherun_map_place(const lg_ontherun_map *map, int32_t city, int32_t place[2]);

/* Makes a map of 5 ... 200 cities that keeps all promises, with drawing coordinates in which no two connections of a
 * type cross; cars cover short distances, trains longer ones, and a few planes the longest. Four detectives always have
 * a joint move, wherever they are. The same seed and number give the same map. LG_E_ARGUMENT. Cost: a few
 * milliseconds. */
LG_API lg_status lg_ontherun_map_generate(int32_t cities, uint64_t seed, lg_ontherun_map *map);

/* ---- the state --------------------------------------------------------------------------------- */

/* The next player and its decision. A finished game keeps its last phase. */
typedef enum lg_ontherun_phase {
    LG_ONTHERUN_PLACE_DETECTIVES = 0,
    LG_ONTHERUN_PLACE_FUGITIVE = 1,
    LG_ONTHERUN_MOVE_FUGITIVE = 2,
    LG_ONTHERUN_MOVE_DETECTIVES = 3
} lg_ontherun_phase;

/* The result of a game. */
typedef enum lg_ontherun_result {
    LG_ONTHERUN_ONGOING = 0,
    LG_ONTHERUN_FORFEIT = 1,  /* a player lost by an illegal move, a crash or a time-out, or had no move */
    LG_ONTHERUN_RAN_INTO = 2, /* the fugitive went to a city where a detective stood */
    LG_ONTHERUN_CAUGHT = 3,   /* a detective arrived in the fugitive's city */
    LG_ONTHERUN_ESCAPED = 4   /* not caught in 50 turns */
} lg_ontherun_result;

/* A state, 72 bytes, no pointers, no hidden padding: assignment clones, memcmp compares. Everything but `fugitive`
 * and `choice` is public. The record (known, type, past) goes back to the moment when the fugitive's city was last
 * known, its start or an announcement: anything older gives no information about where it can be. Its length follows
 * from turn and phase. */
typedef struct lg_ontherun {
    lg_ontherun_set possible;            /* where the fugitive can be, known to all; empty once it ran into a
                                            detective */
    uint8_t detective[LG_ONTHERUN_TEAM]; /* their cities; 0 before they are placed */
    uint8_t choice[LG_ONTHERUN_TEAM];    /* cities chosen so far, from the first detective on; 0 for not yet */
    uint8_t past[4][LG_ONTHERUN_TEAM];   /* where the detectives stood at move i of the record, if they moved since */
    uint8_t type[4];                     /* 1 + types of the fugitive's moves since its city was known */
    uint8_t last_type;                   /* 1 + type of the fugitive's last move while it is answered; otherwise 0 */
    uint8_t known;                       /* the city where the fugitive was last known to be; 0 before its start */
    uint8_t fugitive;                    /* its city; 0 before its start, or when concealed */
    uint8_t turn;                        /* 0 while placing, then 1 ... 50 */
    uint8_t phase;                       /* lg_ontherun_phase */
    uint8_t result;                      /* lg_ontherun_result */
    uint8_t offender;                    /* with LG_ONTHERUN_FORFEIT the player who lost; otherwise 0 */
    uint8_t reserved[5];                 /* 0 */
} lg_ontherun;

LG_STATIC_ASSERT(sizeof(lg_ontherun) == 72, "no hidden padding");

/* ---- rules ------------------------------------------------------------------------------------- */

/* The start: no player is placed, the detectives begin. */
LG_API void lg_ontherun_start(lg_ontherun *state);

/* LG_OK, or LG_E_STATE: cities that are not on the map, two detectives in one city or moves that do not exist, a set of
 * possible cities that does not follow from the record, a fugitive outside it, choices that can't be completed, spare
 * bits set. A concealed state (see lg_ontherun_conceal) is valid. Cost: about 1 us. */
LG_API lg_status lg_ontherun_validate(const lg_ontherun_map *map, const lg_ontherun *state);

/* The result so far. */
LG_API lg_ontherun_result lg_ontherun_result_of(const lg_ontherun *state);

/* The constant words of the result: "ongoing", "illegal", "ran into detective", "caught", "escaped". */
LG_API const char *lg_ontherun_result_text(lg_ontherun_result result);

/* Contest points of detectives and fugitive: caught 20 - used and used (announcements), escaped 0-20, after an offence
 * 20-0 for the opponent; 0-0 until the game is over. */
LG_API void lg_ontherun_scores(const lg_ontherun *state, int32_t score[2]);

/* The four detectives choose distinct cities. LG_E_ARGUMENT, LG_E_ILLEGAL (also in any other phase; see
 * lg_i_ontherun_explain_detectives), LG_E_OVER. Any number may be given as a city. */
LG_API lg_status lg_ontherun_place_detectives(const lg_ontherun_map *map, const lg_ontherun *before,
                                              const int32_t city[LG_ONTHERUN_TEAM], lg_ontherun *after);

/* The fugitive chooses any city; a detective's city is no arrest. A city without any connection loses the game
 * immediately, since the fugitive can't move. Errors as above. */
LG_API lg_status lg_ontherun_place_fugitive(const lg_ontherun_map *map, const lg_ontherun *before, int32_t city,
                                            lg_ontherun *after);

/* The fugitive moves by `type` to `city`. It is arrested if a detective stands there; in every fifth turn the city
 * becomes known. Detectives without a joint move then lose immediately, as by an offence. Errors as above,
 * LG_E_ARGUMENT also for a type outside 0 ... 2. */
LG_API lg_status lg_ontherun_move_fugitive(const lg_ontherun_map *map, const lg_ontherun *before, int32_t type,
                                           int32_t city, lg_ontherun *after);

/* All four detectives move together, each along any connection of its city; none stays, and their final cities differ.
 * Choices made before (lg_ontherun_decide) must agree. Errors as above. */
LG_API lg_status lg_ontherun_move_detectives(const lg_ontherun_map *map, const lg_ontherun *before,
                                             const int32_t city[LG_ONTHERUN_TEAM], lg_ontherun *after);

/* One decision: the next detective's city, start or move, in the order of the detectives. With the fourth one all
 * four are carried out. LG_E_ILLEGAL for a choice after which the others can't all reach different cities. Errors as
 * above. */
LG_API lg_status lg_ontherun_decide(const lg_ontherun_map *map, const lg_ontherun *before, int32_t city,
                                    lg_ontherun *after);

/* Where the next detective may be sent: exactly the cities with which the four can still be completed. Returns their
 * number, 0 when it is not the detectives' turn. */
LG_API int32_t lg_ontherun_choices(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_set *cities);

/* Where the fugitive may go by `type` (0 ... 2); its start may be any city, given as type 0. Returns the number, 0
 * when it is not its turn or its city is concealed. */
LG_API int32_t lg_ontherun_targets(const lg_ontherun_map *map, const lg_ontherun *state, int32_t type,
                                   lg_ontherun_set *cities);

/* ---- all joint moves --------------------------------------------------------------------------- */

/* The number of possible answers of the detectives, lists of four cities that agree with the choices made. Exact, by
 * inclusion and exclusion over intersections, not by listing: about 50 ns. 0 when it is not their turn. */
LG_API uint64_t lg_ontherun_joint_count(const lg_ontherun_map *map, const lg_ontherun *state);

/* A list in progress; treat the fields as private. */
typedef struct lg_ontherun_joints {
    lg_ontherun_set option[LG_ONTHERUN_TEAM]; /* each detective's cities */
    lg_ontherun_set left[LG_ONTHERUN_TEAM];   /* those not tried yet at each depth */
    int32_t city[LG_ONTHERUN_TEAM];
    int32_t depth;                            /* -1 when there are no more */
    int32_t reserved;
} lg_ontherun_joints;

/* Starts a list of the joint moves (or placings): ascending by the first detective's city, then the second's, ... */
LG_API void lg_ontherun_joints_begin(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_joints *joints);

/* The next one; false when there are no more (then `city` is untouched). */
LG_API bool lg_ontherun_joints_next(lg_ontherun_joints *joints, int32_t city[LG_ONTHERUN_TEAM]);

/* ---- the detectives' knowledge ------------------------------------------------------------------ */

/* The state as the detectives know it: the same without the fugitive's city. All functions but the fugitive's move
 * accept it. In it the detectives' moves do not catch the fugitive, unless no other city is possible. */
LG_API lg_status lg_ontherun_conceal(const lg_ontherun *before, lg_ontherun *after);

/* The fugitive's move as known to the detectives, on a concealed state: `city` 0, or in an announcement turn its city.
 * LG_E_ILLEGAL if no fugitive allowed by the record could have made it. LG_E_ARGUMENT (also a state that is not
 * concealed), LG_E_OVER. */
LG_API lg_status lg_ontherun_move_concealed(const lg_ontherun_map *map, const lg_ontherun *before, int32_t type,
                                            int32_t city, lg_ontherun *after);

/* The number of routes to each city that the fugitive can have taken since its city was last known, given the
 * detectives' knowledge; routes[c] > 0 exactly for the possible cities. Returns their sum, below 2^32; 0 before its
 * start. */
LG_API uint64_t lg_ontherun_routes(const lg_ontherun_map *map, const lg_ontherun *state,
                                   uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1]);

/* ---- hidden information --------------------------------------------------------------- */

/* How the fugitive's city is chosen: uniformly among the possible cities, or among the routes. */
typedef enum lg_ontherun_weight { LG_ONTHERUN_BY_CITY = 0, LG_ONTHERUN_BY_ROUTE = 1 } lg_ontherun_weight;

/* A random full state that `player` can't distinguish from the true one, chosen with *rng. Detectives: the fugitive's
 * city is chosen. `before` may be concealed or not: the city in it does not matter. Before the fugitive's start nothing
 * is hidden from them. Fugitive: the choices that the detectives have made in this turn are chosen anew, the same
 * number of them: the beginning of a joint move (or placing), each joint move equally likely. At all other times
 * nothing is hidden from it. `weight` does not matter. A concealed state lacks the fugitive's knowledge: LG_E_ARGUMENT.
 * When nothing is hidden, the result is the state itself, and *rng is not used, except for one draw if the detectives
 * know the only possible city. LG_E_ARGUMENT, LG_E_OVER. Cost: well below 100 ns by city, half a microsecond by route
 * on a map of 200 cities. */
LG_API lg_status lg_ontherun_resample(const lg_ontherun_map *map, const lg_ontherun *before, int32_t player,
                                      lg_ontherun_weight weight, lg_rng *rng, lg_ontherun *after);

/* ---- protocol ---------------------------------------------------------------------------------- */

/* Positions in one line of five fields, separated by single blanks:
 *     7 d 33 45:12,55,3,199/T/13,56,4,100/C 14
 * turn; `d` or `f`: the player to move; the fugitive's city or `-`; the record; the detectives' choices so far,
 * separated by commas, or `-`. The record is the last known city or `-`, in an announcement turn with the type before
 * it (`T45`), then `:` and the detectives' cities at that time, then for each turn since: `/`, the fugitive's type, and
 * once they moved `/` and the detectives' cities. It is `-` before they are placed. A sixth field follows at the end:
 * `forfeit:d`, `forfeit:f`, `ran-into`, `caught` or `escaped`. */
LG_API lg_status lg_ontherun_print(const lg_ontherun_map *map, const lg_ontherun *state, char *buffer,
                                   size_t capacity, size_t *length);

/* The message for a contest program between its last answer and its next one or the end, each line with its LF; the
 * empty string when it is not its turn. Detectives: `Detectives`; then the fugitive's start and the first type; then a
 * type, or type and city. Fugitive: `Fugitive` and the four start cities; nothing before its first move; then four
 * lines a turn, also those that report its arrest, but not after turn 50. At the end `Quit`, but nothing after an
 * escape. */
LG_API lg_status lg_ontherun_message(const lg_ontherun_map *map, const lg_ontherun *state, int32_t player, char *buffer,
                                     size_t capacity, size_t *length);

/* The content of one line of a message from lg_ontherun_message. */
typedef enum lg_ontherun_message_kind {
    LG_ONTHERUN_MESSAGE_FUGITIVE = 0,   /* you play the fugitive */
    LG_ONTHERUN_MESSAGE_DETECTIVES = 1, /* you play the detectives */
    LG_ONTHERUN_MESSAGE_QUIT = 2,
    LG_ONTHERUN_MESSAGE_CITY = 3, /* *city: a detective's city, or the fugitive's start */
    LG_ONTHERUN_MESSAGE_TYPE = 4, /* *type */
    LG_ONTHERUN_MESSAGE_MOVE = 5  /* *type and *city: an announcement */
} lg_ontherun_message_kind;
LG_API lg_status lg_ontherun_message_parse(const char *text, size_t length, lg_ontherun_message_kind *kind,
                                           int32_t *type, int32_t *city, lg_parse_error *error);

/* Plays a program's whole answer (four lines of the detectives, one of the fugitive) on a position. LG_E_PARSE,
 * LG_E_ILLEGAL (error->expected is the reason), LG_E_OVER. */
LG_API lg_status lg_ontherun_play(const lg_ontherun_map *map, const lg_ontherun *before, const char *text,
                                    size_t length, lg_ontherun *after, lg_parse_error *error);

LG_END

#endif
