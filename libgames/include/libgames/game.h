/* One interface for all games, in decisions: one small integer at a time, so that any loop, search or learner works
 * with every game. The library's own games are in libgames/games.h; libgames/table.h describes the parts of a game that
 * you write yourself.
 *
 *     lg_game game;
 *     lg_game_make("snakecore(size=24,players=4)", 28, &game, &error);          (libgames/games.h)
 *     state = malloc(game.state_size);
 *     lg_game_new(&game, seed, state);
 *     while ((count = lg_game_legal(&game, state, mask)) > 0)
 *         lg_game_apply(&game, state, choose(mask), state);
 *
 * States are plain bytes: game.state_size of them, aligned to 8, copied with memcpy, compared with memcmp, hashed with
 * lg_hash. Their byte order is the machine's; the portable form is the position text.
 *
 * Unless a comment says otherwise, functions give LG_E_ARGUMENT for a NULL pointer or a number outside its range and
 * leave their outputs untouched on every error; those that return no status take no NULL. States given to them are
 * valid ones (lg_game_validate). */
#ifndef LIBGAMES_GAME_H
#define LIBGAMES_GAME_H

#include "libgames/table.h"

LG_BEGIN

/* NULL if the table can be used, otherwise a constant sentence about its first problem. If `abi` is not LG_GAME_ABI,
 * nothing else is read. */
LG_API const char *lg_game_type_problem(const lg_game_type *type);

/* ---- configurations ---------------------------------------------------------------------------- */

/* Fills *game from a configuration: `name` or `name(key=value,key=value)`, no blanks; values are
 * decimal integers or the parameter's words; each key at most once; keys that are left out take their default values.
 * The name must be the type's. Errors: LG_E_ARGUMENT, also for a type with a problem and for numbers from `configure`
 * that are out of range (error->expected then names them); LG_E_PARSE (with position; `error` may be NULL; parameters
 * that do not go together are reported at the '('). Cost: O(length). If game->shared_size is not 0, call
 * lg_game_prepare before any other function: a game that is not prepared makes no states and no batches. */
LG_API lg_status lg_game_configure(const lg_game_type *type, const char *text, size_t length, lg_game *game,
                                   lg_parse_error *error);

/* The same for the type among `count` types whose name the configuration begins with. */
LG_API lg_status lg_game_configure_one(const lg_game_type *const *types, int32_t count, const char *text,
                                       size_t length, lg_game *game, lg_parse_error *error);

/* Builds the object that all states of the game share in the given memory (at least game->shared_size bytes, aligned to
 * 8, kept as long as the game is used) and sets game->shared. Nothing to do when shared_size is 0. */
LG_API lg_status lg_game_prepare(lg_game *game, void *memory, size_t size);

/* The same with the shared object read from its text (On the Run: connect.txt), which must fit the configuration.
 * LG_E_ARGUMENT also for a game that shares nothing; LG_E_UNSUPPORTED; LG_E_PARSE: game->shared is untouched, the
 * memory is not. */
LG_API lg_status lg_game_prepare_parse(lg_game *game, const char *text, size_t length, void *memory, size_t size,
                                       lg_parse_error *error);

/* The text of the shared object. LG_E_ARGUMENT: the game has no such object; LG_E_UNSUPPORTED: the object can't be
 * written as text. */
LG_API lg_status lg_game_shared_print(const lg_game *game, char *buffer, size_t capacity, size_t *length);

/* The shortest configuration that makes this game again; parameters with their default values are left out. As in every
 * function that writes text, `length` receives the number of bytes without the final NUL; with LG_E_SPACE it receives
 * the length needed (a capacity of length + 1), and the buffer is untouched. */
LG_API lg_status lg_game_print(const lg_game *game, char *buffer, size_t capacity, size_t *length);

/* ---- states ------------------------------------------------------------------------------------ */

/* The start of a game. All chance comes from `seed`: the same seed gives the same bytes. */
LG_API lg_status lg_game_new(const lg_game *game, uint64_t seed, void *state);

/* LG_OK if these bytes are a state of this game, otherwise LG_E_STATE. Call it before any other use of bytes from
 * outside. It never reads beyond the state_size bytes. */
LG_API lg_status lg_game_validate(const lg_game *game, const void *state, size_t size);

/* Why these bytes are not a state of this game: the first wrong field and the reason ("turn: expected 0 ... 50") in a
 * constant sentence; NULL for a state. */
LG_API const char *lg_game_state_problem(const lg_game *game, const void *state, size_t size);

/* The player to move, 0 ... players-1, or -1 when the game is over. */
LG_API int32_t lg_game_player(const lg_game *game, const void *state);

/* Writes the mask of legal actions (LG_MASK_WORDS(game->actions) words, unused bits 0) and returns their number, 0
 * exactly when the game is over. The mask marks the actions that the rules would carry out. */
LG_API int32_t lg_game_legal(const lg_game *game, const void *state, uint64_t *mask);

/* The state after one action of the player to move. LG_E_ARGUMENT (action outside 0 ... actions-1),
 * LG_E_ILLEGAL, LG_E_OVER. LG_OK as well for an action outside the mask that the rules turn into nothing, as in
 * SnakeCore and Block drop. */
LG_API lg_status lg_game_apply(const lg_game *game, const void *before, int32_t action, void *after);

/* Applies the contest's penalty to a player whose program broke the rules (illegal move, crash, time-out).
 * LG_E_ARGUMENT (no such player), LG_E_OVER, LG_E_UNSUPPORTED. */
LG_API lg_status lg_game_forfeit(const lg_game *game, const void *before, int32_t player, void *after);

/* The contest's score of each player so far (game->players values). */
LG_API lg_status lg_game_scores(const lg_game *game, const void *state, int32_t *scores);

/* The points behind the scores, before any limits that the contest sets for the final score (game->players values). */
LG_API lg_status lg_game_points(const lg_game *game, const void *state, int32_t *points);

/* The result of each player in -1 ... 1 (game->players values); all 0 until the game is over. */
LG_API lg_status lg_game_outcome(const lg_game *game, const void *state, float *outcome);

/* Writes the observation of `player` in encoding `which` (0 ... game->observations-1) into `size` bytes, which must be
 * lg_space_size(&game->observation[which]) and aligned to an element. */
LG_API lg_status lg_game_observe(const lg_game *game, const void *state, int32_t player, int32_t which, void *out,
                                 size_t size);

/* Bytes of one observation. */
LG_API size_t lg_space_size(const lg_space *space);

/* The symmetries of a game: each maps states and actions so that playing and mapping commute. `after` may be
 * `before`. */
LG_API lg_status lg_game_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action, int32_t *mapped);
LG_API lg_status lg_game_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after);

/* Why an action, any number, is not legal here: a constant sentence, or NULL when it is legal. */
LG_API const char *lg_game_explain(const lg_game *game, const void *state, int32_t action);

/* A 64-bit key of the state (XXH64 of its bytes). */
LG_API uint64_t lg_game_hash(const lg_game *game, const void *state);

/* A 64-bit key that is equal for states with the same future, and (except for chance) different for all others: the
 * same actions are legal and lead to the same players to move and the same outcomes. The history of a state does not
 * matter. A game without such a function uses lg_game_hash. */
LG_API uint64_t lg_game_position_key(const lg_game *game, const void *state);

/* A heuristic value of the position for `player`, -1 ... 1; at the end of the game the outcome. *quiet (may be NULL) is
 * true unless a search should first play out something under way, such as a capture. A game without such a function
 * gives 0 and quiet. Values outside the range are clipped to it. */
LG_API lg_status lg_game_evaluate(const lg_game *game, const void *state, int32_t player, float *value, bool *quiet);

/* ---- hidden information and chance --------------------------------------------------- */

/* A state that `player` can't distinguish from this one: all its observations, messages and legal masks are the same,
 * and so is its information key. Everything that it does not know, future chance included, is drawn from *rng. With
 * perfect information and no chance in play it is a copy, and *rng is not used. `after` may be `before`. */
LG_API lg_status lg_game_resample(const lg_game *game, const void *before, int32_t player, lg_rng *rng, void *after);

/* The same state with other future chance, from *rng; nothing else changes. A copy for a game without chance in play.
 * `after` may be `before`. */
LG_API lg_status lg_game_reseed(const lg_game *game, const void *before, lg_rng *rng, void *after);

/* The outcomes that the next draw may have when `action` is applied to `before` and the first `count` draws came out as
 * `drawn` (NULL if there are none): *found of them in ascending order, with their probabilities, which add up to 1.
 * *found is 0 when nothing more is drawn, as for an action that is refused and in a game without chance in play. There
 * are never more than game->outcomes. LG_E_ARGUMENT: also for draws that can't have these outcomes; LG_E_SPACE: *found
 * receives the capacity needed; LG_E_UNSUPPORTED: the game does not reveal its draws. */
LG_API lg_status lg_game_chance(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                                int32_t count, int32_t *outcomes, double *weights, int32_t capacity, int32_t *found);

/* lg_game_apply with draws that come out as `drawn`: all of them, until lg_game_chance finds no more. With the draws
 * that lg_game_apply makes itself it gives the same bytes; the generator advances as if it had made the draws. `after`
 * may be `before`. LG_E_ARGUMENT: also for draws that can't have these outcomes, or too few or too many draws;
 * LG_E_ILLEGAL, LG_E_OVER, LG_E_UNSUPPORTED. */
LG_API lg_status lg_game_apply_drawn(const lg_game *game, const void *before, int32_t action, const int32_t *drawn,
                                     int32_t count, void *after);

/* A 64-bit key of the knowledge of `player`: equal for states that it can't distinguish in anything that still matters.
 * With perfect information and no chance in play it is lg_game_hash. */
LG_API lg_status lg_game_information_key(const lg_game *game, const void *state, int32_t player, uint64_t *key);

/* ---- text -------------------------------------------------------------------------------------- */

/* Actions and positions as text; the grammar of each game is on its page under docs/games. */
LG_API lg_status lg_game_action_print(const lg_game *game, int32_t action, char *buffer, size_t capacity,
                                      size_t *length);
LG_API lg_status lg_game_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                      lg_parse_error *error);
LG_API lg_status lg_game_state_print(const lg_game *game, const void *state, char *buffer, size_t capacity,
                                     size_t *length);
LG_API lg_status lg_game_state_parse(const lg_game *game, const char *text, size_t length, void *state,
                                     lg_parse_error *error);

/* A legal action in the words of the game, as a complete phrase: "detective 2: 59-82 by plane". For an action that is
 * not legal, or if the game has no such words, the plain text of the action. */
LG_API lg_status lg_game_decision_print(const lg_game *game, const void *state, int32_t action, char *buffer,
                                        size_t capacity, size_t *length);

/* Plays one move as the contest's programs write it (a whole turn: "a1*c1*c3"), in the middle of a move the rest of it.
 * One of several lines may also have `/` between them ("12/30/7/99"). LG_E_PARSE, LG_E_ILLEGAL (error->expected is the
 * reason), LG_E_OVER. */
LG_API lg_status lg_game_play(const lg_game *game, const void *before, const char *text, size_t length, void *after,
                              lg_parse_error *error);

/* Whether the player to move has made some decisions of its contest move already; false when the game is over. */
LG_API bool lg_game_in_move(const lg_game *game, const void *state);

/* A whole contest move as text, which lg_game_play reads: `actions` (at least one) led from `before` to `after`. If a
 * move was under way in `before`, the rest of it; if one is under way in `after`, its beginning. */
LG_API lg_status lg_game_move_print(const lg_game *game, const void *before, const int32_t *actions, int32_t count,
                                    const void *after, char *buffer, size_t capacity, size_t *length);

/* A line of play, such as lg_search_line finds, as whole moves that lg_game_play reads, each preceded by the name of
 * its seat where there are several: "White e4-d4, Black d6-d5". Lines of one move are separated by `/`, and " ..."
 * follows the decisions of a move that is incomplete at the end. With hidden information the line ends after the first
 * move, since the rest depends on facts that the player to move does not know; with chance in play it ends before a
 * decision that is not legal. `memory` is scratch of lg_game_line_size bytes, aligned to 8. LG_E_ILLEGAL, LG_E_OVER:
 * for the first action; LG_E_ARGUMENT, LG_E_SPACE. Costs as much as playing the line twice. */
LG_API size_t lg_game_line_size(const lg_game *game);
LG_API lg_status lg_game_line_print(const lg_game *game, const void *state, const int32_t *actions, int32_t count,
                                    void *memory, size_t size, char *buffer, size_t capacity, size_t *length);

/* The number of lines that the contest's program of the player to move answers here. */
LG_API int32_t lg_game_answer_lines(const lg_game *game, const void *state);

/* The move for which the contest takes this answer, where it accepts answers that it can't read; otherwise NULL. */
LG_API const char *lg_game_taken_for(const lg_game *game, const char *text, size_t length);

/* The text that the program of `player` reads now, line ends included; often empty. */
LG_API lg_status lg_game_message(const lg_game *game, const void *state, int32_t player, char *buffer,
                                 size_t capacity, size_t *length);

/* A program's answer to game->type->opening: its first *name_length bytes are the program's name. LG_E_PARSE: an error
 * after the end of the line (in line 2) means that the contest ignores the line, and the next one may be the answer.
 * LG_E_UNSUPPORTED: programs of this game receive nothing before it begins. */
LG_API lg_status lg_game_opening_parse(const lg_game *game, const char *text, size_t length, size_t *name_length,
                                       lg_parse_error *error);

/* The name of the player in a seat, such as "White"; NULL for a seat without a name, and for one that does not
 * exist. */
LG_API const char *lg_game_seat(const lg_game *game, int32_t seat);

/* The state or the end of the game in a few constant words. */
LG_API const char *lg_game_result(const lg_game *game, const void *state);

/* The position as lines of text, without a final LF, as far as `viewer` may know it; -1 knows everything. With `colour`
 * the text contains ANSI SGR sequences (libgames/style.h). */
LG_API lg_status lg_game_board(const lg_game *game, const void *state, int32_t viewer, bool colour, char *buffer,
                               size_t capacity, size_t *length);

/* The position as a picture, an SVG document, as far as `viewer` may know it; -1 knows everything. `options` may be
 * NULL. A page can use the picture without knowing the game:
 *   - An element with data-action="17" stands for action 17: a click on it plays that. There are such elements only
 *     with options->legal, one for each legal action, if the viewer is to move or knows everything.
 *   - If it also has data-from="3", a click on the element with data-place="3" comes first (a piece); then only the
 *   actions with this data-from count, and a page should hide the others.
 *   - Classes label1, label2 are labels that a small picture does not show; they appear when the root is of the class
 *   zoom1, or zoom2. The root is of the classes lg, lg-NAME of the game, and themeN.
 *   - The first element is a title with the caption.
 * LG_E_ARGUMENT: also a theme, a size or an action of `last` out of range. */
LG_API lg_status lg_game_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                              char *buffer, size_t capacity, size_t *length);

/* For people: a description of the input that is possible now, beyond lg_game_action_print of the actions; often
 * empty. */
LG_API lg_status lg_game_input_help(const lg_game *game, const void *state, char *buffer, size_t capacity,
                                    size_t *length);

/* For people: the decision that is due, in a few words; often empty. */
LG_API lg_status lg_game_prompt(const lg_game *game, const void *state, char *buffer, size_t capacity, size_t *length);

/* For people: news for `player` at its turn about the others' moves, where it does not see them. */
LG_API lg_status lg_game_news(const lg_game *game, const void *state, int32_t player, char *buffer, size_t capacity,
                              size_t *length);

/* For people: reads the next decision, a legal one, in a line typed by the player to move. It begins at byte *at, which
 * is then moved past the decision and the blanks and commas after it. A line may hold several decisions of one move:
 * apply this one, and continue while *at < length. If a move is still under way at the end of the line, call once more
 * for the decision implied by the end. LG_E_PARSE (at the end: nothing more is implied), LG_E_ILLEGAL (error->expected
 * is the reason), LG_E_OVER, LG_E_BROKEN (the game took nothing from the line), LG_E_ARGUMENT. */
LG_API lg_status lg_game_typed(const lg_game *game, const void *state, const char *text, size_t length, size_t *at,
                               int32_t *action, lg_parse_error *error);

/* Writes the fields of a state, in the order of their offsets, structs before their members, into an array of
 * LG_MAX_FIELDS. Returns their number; 0 if a pointer is NULL. */
LG_API int32_t lg_game_fields(const lg_game *game, lg_field fields[LG_MAX_FIELDS]);

/* ---- masks ------------------------------------------------------------------------------------- */

/* The mask as one byte for each action, 0 or 1. */
LG_API void lg_mask_bytes(const uint64_t *mask, int32_t actions, uint8_t *bytes);

/* lg_game_legal with one byte for each action. */
LG_API int32_t lg_game_legal_bytes(const lg_game *game, const void *state, uint8_t *bytes);

/* A random legal action for each of `rows` masks (`actions` bytes each, 0 or 1), all equally likely to within 2^-32:
 * random actions for a batch. 0 where a mask is all 0, which is allowed in rows that have `ended` (nonzero bytes). The
 * same seed gives the same actions. LG_E_ARGUMENT also for any other mask: chosen[row] is -1 in its row, and later rows
 * are untouched. Cost: O(rows x actions). */
LG_API lg_status lg_mask_sample(int32_t rows, int32_t actions, const uint8_t *masks, const uint8_t *ended,
                                uint64_t seed, int32_t *chosen);

/* The legal action number `rank`, counted from 0; -1 if there are too few. O(words). */
LG_API int32_t lg_mask_select(const uint64_t *mask, int32_t actions, uint32_t rank);

LG_END

#endif
