/* Alquerque's endings: who wins every position with few pieces, and in how many plies.
 *
 * The value of a position depends on the pieces of the side to move and of the other, and on the step of one piece that
 * each side's last step forbids, if any. Steps are numbered piece by piece, 0 is "nothing". For a material (pieces of
 * the side to move, of the other) the table contains a byte for each combination of a set of the larger side (of sets
 * that are images of one another only the first), a set of the smaller side, a forbidden step of the larger side and a
 * forbidden step of the smaller side: 0 for a draw, or 1 + the plies to the end. An odd number of plies is won, an even
 * one lost. Sets that share a point have bytes too, which stay 0.
 *
 * They are found ply by ply: in a position won in n plies some move leads to one that is lost in n - 1; in one lost in
 * n plies all moves lead to won ones. So the bytes do not depend on the order in which positions are visited. */
#include "libgames/alquerque.h"

#include <stdatomic.h>

#include "core/bits.h"
#include "core/pool.h"
#include "core/symmetry.h"
#include "libgames/hash.h"
#include "rules.h"

#define POINTS LG_ALQUERQUE_POINTS
#define MOST_OF_A_SIDE (LG_ALQUERQUE_ENDING_PIECES - 1)
#define MOST_STEPS (1 + 8 * MOST_OF_A_SIDE) /* numbers of a side's forbidden steps */
#define LAST_PLY 253                        /* the limit of a byte; a game is over long before */
#define PART 100000                         /* positions for one call */

/* The bytes: a header, the counts of all materials, an entry for each set, the values. Numbers are little-endian. */
#define VERSION 1
#define HEAD 64
#define COUNTS_SIZE 48
#define COUNTS (MOST_OF_A_SIDE * MOST_OF_A_SIDE * COUNTS_SIZE)
#define ENTRY 8 /* four bytes: 8 * place + symmetry; four: the weights of the sets before it */
static const char ALQ_MAGIC[8] = {'L', 'G', 'A', 'L', 'Q', 'E', 'N', 'D'};
enum {
    ALQ_AT_VERSION = 8, ALQ_AT_PIECES = 12, ALQ_AT_SIZE = 16, ALQ_AT_PLY = 24, ALQ_AT_MATERIAL = 28, ALQ_AT_SET = 32,
    ALQ_AT_FINISHED = 36, ALQ_AT_FOUND = 40, ALQ_AT_DONE = 48, ALQ_AT_CHECKSUM = 56
};

static uint32_t alq_get_32(const uint8_t *bytes) {
    return (uint32_t)lg_i_hash_word(bytes, 4);
}

static uint64_t alq_get_64(const uint8_t *bytes) {
    return lg_i_hash_word(bytes, 8);
}

static void alq_put_32(uint8_t *bytes, uint32_t number) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

static void alq_put_64(uint8_t *bytes, uint64_t number) {
    alq_put_32(bytes, (uint32_t)number);
    alq_put_32(bytes + 4, (uint32_t)(number >> 32));
}

/* ---- sets of points ---- */

static uint32_t alq_rank_of(const lg_alquerque_endings *endings, uint64_t set) {
    uint32_t rank = 0;
    for (int number = 1; set != 0; number++)
        rank += endings->choose[number][lg_i_alquerque_dense(lg_i_bits_take(&set))];
    return rank;
}

/* The set of `count` points with this rank. */
static uint64_t alq_set_of(const lg_alquerque_endings *endings, int count, uint32_t rank) {
    uint64_t set = 0;
    for (int point = POINTS - 1; count > 0; point--) {
        if (endings->choose[count][point] > rank) continue;
        rank -= endings->choose[count--][point];
        set |= lg_i_alquerque_bit(lg_i_alquerque_sparse(point));
    }
    return set;
}

static uint64_t alq_turned_set(const lg_alquerque_endings *endings, int symmetry, uint64_t set) {
    uint64_t turned = 0;
    while (set != 0) turned |= lg_i_alquerque_bit(endings->turned[symmetry][lg_i_bits_take(&set)]);
    return turned;
}

/* The number of forbidden steps of a set. */
static uint32_t alq_weight_of(const lg_alquerque_endings *endings, uint64_t set) {
    uint32_t weight = 1;
    while (set != 0) weight += (uint32_t)lg_i_bits_count(endings->lines[lg_i_bits_take(&set)]);
    return weight;
}

/* The number of a step of one of them. */
static uint32_t alq_step_number(const lg_alquerque_endings *endings, uint64_t set, int point, int direction) {
    return alq_weight_of(endings, set & (lg_i_alquerque_bit(point) - 1)) +
           (uint32_t)lg_i_bits_count(endings->lines[point] & ((1u << direction) - 1));
}

/* The image with the least rank, and the first symmetry that leads to it. */
static uint32_t alq_least_image(const lg_alquerque_endings *endings, uint64_t set, int *symmetry) {
    uint32_t least = UINT32_MAX;
    for (int s = 0; s < LG_ALQUERQUE_SYMMETRIES; s++) {
        const uint32_t rank = alq_rank_of(endings, alq_turned_set(endings, s, set));
        if (rank >= least) continue;
        least = rank;
        *symmetry = s;
    }
    return least;
}

/* ---- layout ---- */

/* Goes through the sets of `count` pieces. Without bytes it only adds up weights; otherwise it writes the entries, or
 * compares: the answer is then the place of the first wrong byte, or 0. */
static size_t alq_go_through_sets(lg_alquerque_endings *endings, int count, uint8_t *written, const uint8_t *compared) {
    uint32_t before = 0, places = 0;
    for (uint32_t rank = 0; rank < endings->choose[count][POINTS]; rank++) {
        const size_t at = endings->sets[count] + (size_t)ENTRY * rank;
        const uint64_t set = alq_set_of(endings, count, rank);
        const uint32_t weight = alq_weight_of(endings, set);
        int symmetry = 0;
        const uint32_t least = alq_least_image(endings, set, &symmetry);
        const uint8_t *const bytes = written != NULL ? written : compared;
        if (bytes != NULL) {
            uint8_t entry[ENTRY];
            const size_t first = endings->sets[count] + (size_t)ENTRY * least;
            alq_put_32(entry, (least == rank ? places : alq_get_32(bytes + first) >> 3) << 3 | (uint32_t)symmetry);
            alq_put_32(entry + 4, before);
            if (written != NULL) memcpy(written + at, entry, ENTRY);
            for (size_t i = 0; i < ENTRY; i++)
                if (bytes[at + i] != entry[i]) return at + i;
        }
        if (least == rank) places += weight;
        before += weight;
    }
    endings->widths[count] = before;
    endings->places[count] = places;
    return 0;
}

static void alq_prepare(lg_alquerque_endings *endings, int pieces) {
    memset(endings, 0, sizeof *endings);
    endings->pieces = pieces;
    for (int n = 0; n <= POINTS; n++)
        for (int k = 0; k <= MOST_OF_A_SIDE; k++)
            endings->choose[k][n] = k == 0 ? 1 : n == 0 ? 0 : endings->choose[k][n - 1] + endings->choose[k - 1][n - 1];
    for (uint64_t board = LG_I_ALQUERQUE_BOARD; board != 0;) {
        const int point = lg_i_bits_take(&board);
        for (int s = 0; s < LG_ALQUERQUE_SYMMETRIES; s++)
            endings->turned[s][point] = (uint8_t)lg_i_alquerque_symmetry_point(s, point);
        for (int d = 0; d < 8; d++)
            if (lg_i_alquerque_steps_towards(lg_i_alquerque_bit(point), LG_I_ALQUERQUE_BOARD, d) != 0)
                endings->lines[point] |= (uint8_t)(1u << d);
    }
    uint32_t at = HEAD + COUNTS;
    for (int count = 1; count < pieces; count++) {
        endings->sets[count] = at;
        at += ENTRY * endings->choose[count][POINTS];
    }
    endings->size = at;
}

/* Once the weights are known. */
static void alq_lay_out_values(lg_alquerque_endings *endings) {
    for (int mover = 1; mover < endings->pieces; mover++)
        for (int other = 1; mover + other <= endings->pieces; other++) {
            const int large = mover >= other ? mover : other, small = mover + other - large;
            endings->values[mover - 1][other - 1] = endings->size;
            endings->size += (uint64_t)endings->places[large] * endings->widths[small];
        }
}

/* The values of the forbidden steps of a position. */
typedef struct alq_cells {
    uint64_t at;
    uint64_t mover, other; /* the pieces as they are turned in the table */
    uint32_t of_mover, of_other; /* the distance between two numbers' bytes */
    int symmetry;
} alq_cells;

static alq_cells alq_cells_of(const lg_alquerque_endings *endings, const uint8_t *bytes, uint64_t mover,
                              uint64_t other) {
    const int movers = lg_i_bits_count(mover), others = lg_i_bits_count(other);
    const bool leads = movers >= others;
    const uint64_t large = leads ? mover : other, small = leads ? other : mover;
    const int count_large = leads ? movers : others, count_small = leads ? others : movers;
    const uint32_t entry = alq_get_32(bytes + endings->sets[count_large] + (size_t)ENTRY * alq_rank_of(endings, large));
    const int symmetry = (int)(entry & 7);
    const uint64_t turned_large = alq_turned_set(endings, symmetry, large);
    const uint64_t turned_small = alq_turned_set(endings, symmetry, small);
    const uint32_t weight_large = alq_weight_of(endings, large), weight_small = alq_weight_of(endings, small);
    const uint32_t before =
        alq_get_32(bytes + endings->sets[count_small] + (size_t)ENTRY * alq_rank_of(endings, turned_small) + 4);
    const uint64_t at = endings->values[movers - 1][others - 1] +
                        (uint64_t)(entry >> 3) * endings->widths[count_small] + (uint64_t)weight_large * before;
    const alq_cells found = {at, leads ? turned_large : turned_small, leads ? turned_small : turned_large,
                         leads ? weight_small : 1, leads ? 1 : weight_small, symmetry};
    return found;
}

/* The number of a step in the table; 0 for a piece that is no longer there. */
static uint32_t alq_turned_number(const lg_alquerque_endings *endings, int symmetry, uint64_t turned, int point,
                              int direction) {
    const int to = endings->turned[symmetry][point];
    if ((turned >> to & 1) == 0) return 0;
    return alq_step_number(endings, turned, to, lg_i_symmetry_direction(symmetry, 8, direction));
}

/* ---- solving ---- */

/* A part of the work for one ply: sets of the larger side. */
typedef struct alq_part {
    const lg_alquerque_endings *endings;
    uint8_t *bytes;
    int movers, others, ply;
    uint32_t first;
    _Atomic uint64_t found;
} alq_part;

/* Other threads read these bytes while one writes them. */
static uint8_t alq_value_at(const uint8_t *bytes, uint64_t at) {
    return __atomic_load_n(&bytes[at], __ATOMIC_RELAXED);
}

/* The promising moves of a position: in an odd ply moves to lost positions, in an even one moves to positions that are
 * not known to be won. For each forbidden step of the other side: their number, and the step of the last of them. */
typedef struct alq_hopes {
    uint32_t count[MOST_STEPS], step[MOST_STEPS];
} alq_hopes;

static bool alq_is_hope(uint8_t value, int ply) {
    return (ply & 1) != 0 ? value == ply : value == 0 || (value & 1) != 0;
}

/* Adds a move to `mover` and `other`, which was `before`. `step` is its number, 0 for a chain; it forbids the piece on
 * `point` a step in this direction. */
static void alq_add_hopes(const alq_part *work, uint64_t before, uint64_t mover, uint64_t other, uint32_t step,
                          int point, int direction, alq_hopes *all) {
    const lg_alquerque_endings *const endings = work->endings;
    uint32_t number = 0;
    if (other == 0) { /* the last piece is taken: the opponent has lost */
        for (uint32_t end = alq_weight_of(endings, before); number < end; number++) {
            if (!alq_is_hope(1, work->ply)) continue;
            all->count[number]++;
            all->step[number] = step;
        }
        return;
    }
    const alq_cells to = alq_cells_of(endings, work->bytes, other, mover);
    const uint32_t back = step == 0 ? 0 : alq_turned_number(endings, to.symmetry, to.other, point, direction);
    const uint64_t row = to.at + (uint64_t)to.of_other * back;
    uint64_t pieces = before;
    for (int from = -1;;) {
        const unsigned lines = from < 0 ? 1 : endings->lines[from];
        for (unsigned left = lines; left != 0; left &= left - 1, number++) {
            const uint32_t kept =
                from < 0 ? 0 : alq_turned_number(endings, to.symmetry, to.mover, from, lg_i_bits_lowest(left));
            if (!alq_is_hope(alq_value_at(work->bytes, row + (uint64_t)to.of_mover * kept), work->ply)) continue;
            all->count[number]++;
            all->step[number] = step;
        }
        if (pieces == 0) return;
        from = lg_i_bits_take(&pieces);
    }
}

static lg_alquerque alq_bare_position(uint64_t mover, uint64_t other) {
    lg_alquerque state;
    lg_alquerque_start(&state);
    state.pieces[0] = mover;
    state.pieces[1] = other;
    return state;
}

static void alq_all_hopes(const alq_part *work, uint64_t mover, uint64_t other, alq_hopes *all) {
    const lg_alquerque state = alq_bare_position(mover, other);
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    memset(all, 0, sizeof *all);
    lg_alquerque_moves_begin(&state, &moves);
    while (lg_alquerque_moves_next(&moves, &move)) {
        uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
        const int last = lg_i_alquerque_points(&move, points) - 1;
        uint64_t left = other;
        for (int i = 0; i < move.jumps; i++) left &= ~lg_i_alquerque_bit((points[i] + points[i + 1]) / 2);
        const int direction = (int)(move.path & 7);
        const uint32_t step = move.jumps > 0 ? 0 : alq_step_number(work->endings, mover, points[0], direction);
        const uint64_t moved = (mover & ~lg_i_alquerque_bit(points[0])) | lg_i_alquerque_bit(points[last]);
        alq_add_hopes(work, other, moved, left, step, points[last], direction ^ 4, all);
    }
}

/* Finds wins and losses in this ply; returns the number of values found. */
static uint64_t alq_settle(const alq_part *work, uint64_t mover, uint64_t other) {
    const alq_cells own = alq_cells_of(work->endings, work->bytes, mover, other);
    const uint32_t movers = alq_weight_of(work->endings, mover), others = alq_weight_of(work->endings, other);
    if (memchr(work->bytes + own.at, 0, (size_t)movers * others) == NULL) return 0;
    alq_hopes all;
    alq_all_hopes(work, mover, other, &all);
    uint64_t found = 0;
    for (uint32_t theirs = 0; theirs < others; theirs++)
        for (uint32_t forbidden = 0; forbidden < movers; forbidden++) {
            const uint64_t at = own.at + (uint64_t)forbidden * own.of_mover + (uint64_t)theirs * own.of_other;
            const bool none = forbidden > 0 && all.count[theirs] == 1 && all.step[theirs] == forbidden;
            if (work->bytes[at] != 0 || (all.count[theirs] > 0 && !none) != ((work->ply & 1) != 0)) continue;
            __atomic_store_n(&work->bytes[at], (uint8_t)(work->ply + 1), __ATOMIC_RELAXED);
            found++;
        }
    return found;
}

/* The number of images that a representative set stands for; 0 for any other set. */
static int alq_images_of(const lg_alquerque_endings *endings, uint64_t set) {
    int symmetry = 0, same = 0;
    const uint32_t rank = alq_rank_of(endings, set);
    if (alq_least_image(endings, set, &symmetry) != rank) return 0;
    for (int s = 0; s < LG_ALQUERQUE_SYMMETRIES; s++) same += alq_turned_set(endings, s, set) == set;
    return LG_ALQUERQUE_SYMMETRIES / same;
}

static void alq_settle_sets(void *job, int32_t first, int32_t count) {
    alq_part *const work = (alq_part *)job;
    const lg_alquerque_endings *const endings = work->endings;
    const int large = work->movers >= work->others ? work->movers : work->others;
    const int small = work->movers + work->others - large;
    uint64_t found = 0;
    for (uint32_t rank = work->first + (uint32_t)first; count > 0; rank++, count--) {
        if ((alq_get_32(work->bytes + endings->sets[large] + (size_t)ENTRY * rank) & 7) != 0) continue;
        const uint64_t leader = alq_set_of(endings, large, rank);
        for (uint32_t number = 0; number < endings->choose[small][POINTS]; number++) {
            const uint64_t other = alq_set_of(endings, small, number);
            if ((leader & other) != 0) continue;
            found += large == work->movers ? alq_settle(work, leader, other) : alq_settle(work, other, leader);
        }
    }
    atomic_fetch_add(&work->found, found);
}

/* ---- counting ---- */

static void alq_count_value(lg_alquerque_ending_counts *counts, uint8_t value, int images, uint64_t mover,
                            uint64_t other) {
    const int plies = value - 1;
    if (value == 0) {
        counts->drawn += (uint64_t)images;
    } else if ((plies & 1) == 0) {
        counts->lost += (uint64_t)images;
        if (plies > counts->longest_loss) counts->longest_loss = plies;
    } else {
        counts->won += (uint64_t)images;
        if (plies <= counts->longest_win) return;
        counts->longest_win = plies;
        counts->longest[0] = mover;
        counts->longest[1] = other;
    }
}

static void alq_count_material(const lg_alquerque_endings *endings, const uint8_t *bytes, int movers, int others,
                           lg_alquerque_ending_counts *counts) {
    const int large = movers >= others ? movers : others, small = movers + others - large;
    memset(counts, 0, sizeof *counts);
    for (uint32_t rank = 0; rank < endings->choose[large][POINTS]; rank++) {
        const uint64_t leader = alq_set_of(endings, large, rank);
        const int images = alq_images_of(endings, leader);
        if (images == 0) continue;
        for (uint32_t number = 0; number < endings->choose[small][POINTS]; number++) {
            const uint64_t smaller = alq_set_of(endings, small, number);
            if ((leader & smaller) != 0) continue;
            const uint64_t mover = large == movers ? leader : smaller, other = large == movers ? smaller : leader;
            alq_count_value(counts, bytes[alq_cells_of(endings, bytes, mover, other).at], images, mover, other);
        }
    }
}

static size_t alq_at_counts(int mover, int other) {
    return (size_t)(HEAD + COUNTS_SIZE * (MOST_OF_A_SIDE * (mover - 1) + other - 1));
}

static void alq_put_counts(uint8_t *bytes, const lg_alquerque_ending_counts *counts) {
    alq_put_64(bytes, counts->won);
    alq_put_64(bytes + 8, counts->drawn);
    alq_put_64(bytes + 16, counts->lost);
    alq_put_64(bytes + 24, counts->longest[0]);
    alq_put_64(bytes + 32, counts->longest[1]);
    alq_put_32(bytes + 40, (uint32_t)counts->longest_win);
    alq_put_32(bytes + 44, (uint32_t)counts->longest_loss);
}

static lg_alquerque_ending_counts alq_get_counts(const uint8_t *bytes) {
    const lg_alquerque_ending_counts counts = {
        alq_get_64(bytes), alq_get_64(bytes + 8), alq_get_64(bytes + 16),
        {alq_get_64(bytes + 24), alq_get_64(bytes + 32)},
        (int32_t)alq_get_32(bytes + 40), (int32_t)alq_get_32(bytes + 44)};
    return counts;
}

/* ---- from call to call ---- */

/* Checksums: of the rest of the header, and of everything after the header. */
static uint64_t alq_checksum_of(const uint8_t *bytes, uint64_t size) {
    uint8_t head[HEAD];
    memcpy(head, bytes, ALQ_AT_CHECKSUM);
    alq_put_64(head + ALQ_AT_CHECKSUM, lg_hash(bytes + HEAD, (size_t)size - HEAD));
    return lg_hash(head, HEAD);
}

static void alq_finish(lg_alquerque_endings *endings, uint8_t *bytes) {
    for (int mover = 1; mover < endings->pieces; mover++)
        for (int other = 1; mover + other <= endings->pieces; other++) {
            lg_alquerque_ending_counts counts;
            alq_count_material(endings, bytes, mover, other, &counts);
            alq_put_counts(bytes + alq_at_counts(mover, other), &counts);
        }
    alq_put_64(bytes + ALQ_AT_FOUND, 0);
    alq_put_64(bytes + ALQ_AT_DONE, 0);
    alq_put_32(bytes + ALQ_AT_FINISHED, 1);
    alq_put_64(bytes + ALQ_AT_CHECKSUM, alq_checksum_of(bytes, endings->size));
}

/* The number of a material is 4 * (pieces of the side to move - 1) + pieces of the other side - 1. */
static bool alq_has_material(const lg_alquerque_endings *endings, uint32_t material) {
    return (int)(material / MOST_OF_A_SIDE + material % MOST_OF_A_SIDE) + 2 <= endings->pieces;
}

static uint64_t alq_positions_of(const lg_alquerque_endings *endings, uint32_t material, uint32_t large_sets) {
    const uint32_t mover = material / MOST_OF_A_SIDE + 1, other = material % MOST_OF_A_SIDE + 1;
    return (uint64_t)large_sets * endings->choose[mover < other ? mover : other][POINTS];
}

static uint32_t alq_sets_of_larger(const lg_alquerque_endings *endings, uint32_t material) {
    const uint32_t mover = material / MOST_OF_A_SIDE + 1, other = material % MOST_OF_A_SIDE + 1;
    return endings->choose[mover > other ? mover : other][POINTS];
}

/* Begins the next ply, after all materials; false if this ply found nothing, since then later ones find nothing either.
 * Ply 0 always continues: sides without pieces, which have lost in it, are not in the tables. */
static bool alq_next_ply(uint8_t *bytes) {
    const uint32_t ply = alq_get_32(bytes + ALQ_AT_PLY);
    if ((ply > 0 && alq_get_64(bytes + ALQ_AT_FOUND) == 0) || ply == LAST_PLY) return false;
    alq_put_32(bytes + ALQ_AT_PLY, ply + 1);
    alq_put_32(bytes + ALQ_AT_MATERIAL, 0);
    alq_put_64(bytes + ALQ_AT_FOUND, 0);
    alq_put_64(bytes + ALQ_AT_DONE, 0);
    return true;
}

/* A part of a ply, in one material. */
static void alq_go_on(lg_alquerque_endings *endings, uint8_t *bytes, lg_i_pool *pool) {
    uint32_t material = alq_get_32(bytes + ALQ_AT_MATERIAL);
    while (material < MOST_OF_A_SIDE * MOST_OF_A_SIDE && !alq_has_material(endings, material)) material++;
    alq_put_32(bytes + ALQ_AT_MATERIAL, material);
    if (material == MOST_OF_A_SIDE * MOST_OF_A_SIDE) {
        if (!alq_next_ply(bytes)) alq_finish(endings, bytes);
        return;
    }
    const uint32_t first = alq_get_32(bytes + ALQ_AT_SET), sets = alq_sets_of_larger(endings, material);
    /* Only one of eight images of a set makes work. */
    const uint64_t most = LG_ALQUERQUE_SYMMETRIES * PART / alq_positions_of(endings, material, 1);
    const uint32_t count = most < sets - first ? (uint32_t)most : sets - first;
    alq_part work = {.endings = endings, .bytes = bytes, .movers = (int)(material / MOST_OF_A_SIDE + 1),
                     .others = (int)(material % MOST_OF_A_SIDE + 1), .ply = (int)alq_get_32(bytes + ALQ_AT_PLY),
                     .first = first};
    atomic_init(&work.found, 0);
    lg_i_pool_run(pool, alq_settle_sets, &work, (int32_t)count, 1);
    alq_put_64(bytes + ALQ_AT_FOUND, alq_get_64(bytes + ALQ_AT_FOUND) + atomic_load(&work.found));
    alq_put_64(bytes + ALQ_AT_DONE, alq_get_64(bytes + ALQ_AT_DONE) + alq_positions_of(endings, material, count));
    alq_put_32(bytes + ALQ_AT_SET, first + count == sets ? 0 : first + count);
    alq_put_32(bytes + ALQ_AT_MATERIAL, material + (first + count == sets));
}

static void alq_begin(lg_alquerque_endings *endings, uint8_t *bytes) {
    memcpy(bytes, ALQ_MAGIC, sizeof ALQ_MAGIC);
    alq_put_32(bytes + ALQ_AT_VERSION, VERSION);
    alq_put_32(bytes + ALQ_AT_PIECES, (uint32_t)endings->pieces);
    alq_put_64(bytes + ALQ_AT_SIZE, endings->size);
    for (int count = 1; count < endings->pieces; count++) (void)alq_go_through_sets(endings, count, bytes, NULL);
}

static void alq_report(const lg_alquerque_endings *endings, const uint8_t *bytes, size_t memory,
                   lg_alquerque_endings_progress *progress) {
    memset(progress, 0, sizeof *progress);
    progress->size = endings->size;
    progress->memory = memory;
    for (uint32_t material = 0; material < MOST_OF_A_SIDE * MOST_OF_A_SIDE; material++)
        if (alq_has_material(endings, material))
            progress->total += alq_positions_of(endings, material, alq_sets_of_larger(endings, material));
    if (bytes == NULL) return;
    progress->done = alq_get_64(bytes + ALQ_AT_DONE);
    progress->ply = (int32_t)alq_get_32(bytes + ALQ_AT_PLY);
    progress->finished = alq_get_32(bytes + ALQ_AT_FINISHED) != 0;
}

lg_status lg_alquerque_endings_solve(int32_t pieces, void *memory, size_t capacity, int32_t threads,
                                     lg_alquerque_endings_progress *progress) {
    static const uint8_t nothing[HEAD] = {0};
    const bool asked_well =
        pieces >= 2 && pieces <= LG_ALQUERQUE_ENDING_PIECES && threads >= 1 && threads <= LG_MAX_THREADS;
    if (progress == NULL || !asked_well || (memory != NULL && !lg_i_bits_is_aligned(memory))) return LG_E_ARGUMENT;
    lg_alquerque_endings endings;
    uint8_t *const bytes = (uint8_t *)memory;
    alq_prepare(&endings, pieces);
    for (int count = 1; count < pieces; count++) (void)alq_go_through_sets(&endings, count, NULL, NULL);
    alq_lay_out_values(&endings);
    const size_t at_pool = lg_i_bits_rounded_up((size_t)endings.size), needed = at_pool + lg_i_pool_size();
    if (bytes == NULL || capacity < needed) {
        alq_report(&endings, NULL, needed, progress);
        return capacity == 0 ? LG_OK : LG_E_SPACE;
    }
    if (memcmp(bytes, nothing, HEAD) == 0) alq_begin(&endings, bytes);
    if (memcmp(bytes, ALQ_MAGIC, sizeof ALQ_MAGIC) != 0 || alq_get_32(bytes + ALQ_AT_VERSION) != VERSION ||
        alq_get_32(bytes + ALQ_AT_PIECES) != (uint32_t)pieces || alq_get_64(bytes + ALQ_AT_SIZE) != endings.size)
        return LG_E_STATE;
    if (alq_get_32(bytes + ALQ_AT_FINISHED) == 0) {
        lg_i_pool *const pool = lg_i_pool_start(bytes + at_pool, threads);
        if (pool == NULL) return LG_E_UNSUPPORTED;
        alq_go_on(&endings, bytes, pool);
        lg_i_pool_stop(pool);
    }
    alq_report(&endings, bytes, needed, progress);
    return LG_OK;
}

/* ---- searches ---- */

static uint8_t alq_table_value(const lg_alquerque_endings *endings, const uint8_t *bytes, const lg_alquerque *state);
static int32_t alq_limited_value(const lg_alquerque *state, int32_t plies);

/* A drawn position ends in a tie, whose points depend on the pieces then left: approximately the pieces now on the
 * board. */
static int32_t alq_known_end(const lg_known *known, const void *of, float *value) {
    const lg_alquerque_endings *const endings = (const lg_alquerque_endings *)(const void *)known;
    const lg_alquerque *const state = (const lg_alquerque *)of;
    const int own = lg_i_bits_count(state->pieces[state->to_move]);
    const int theirs = lg_i_bits_count(state->pieces[1 - state->to_move]);
    if (own + theirs > endings->pieces || state->jumper != LG_ALQUERQUE_NO_POINT) return 0;
    const int32_t plies = alq_table_value(endings, (const uint8_t *)known->tables, state) - 1;
    *value = (float)(own - theirs) / 12;
    switch (alq_limited_value(state, plies)) {
    case LG_ALQUERQUE_ENDING_WON: return plies;
    case LG_ALQUERQUE_ENDING_LOST: return -plies;
    case LG_ALQUERQUE_ENDING_DRAWN: return LG_KNOWN_DRAWN;
    default: return 0;
    }
}

/* ---- reading ---- */

static lg_status alq_refuse(lg_parse_error *error, size_t at, const char *expected) {
    if (error != NULL) *error = (lg_parse_error){1, at < INT32_MAX ? (int32_t)at + 1 : INT32_MAX, expected};
    return LG_E_PARSE;
}

lg_status lg_alquerque_endings_open(const void *bytes, size_t size, lg_alquerque_endings *endings,
                                    lg_parse_error *error) {
    const uint8_t *const head = (const uint8_t *)bytes;
    if (bytes == NULL || endings == NULL) return LG_E_ARGUMENT;
    if (size < sizeof ALQ_MAGIC || memcmp(head, ALQ_MAGIC, sizeof ALQ_MAGIC) != 0)
        return alq_refuse(error, 0, "the tables of `libgames endings alquerque`");
    if (size < HEAD + COUNTS) return alq_refuse(error, size, "more bytes: the tables are cut off");
    if (alq_get_32(head + ALQ_AT_VERSION) != VERSION)
        return alq_refuse(error, ALQ_AT_VERSION, "version 1 of the tables");
    const uint32_t pieces = alq_get_32(head + ALQ_AT_PIECES);
    if (pieces < 2 || pieces > LG_ALQUERQUE_ENDING_PIECES)
        return alq_refuse(error, ALQ_AT_PIECES, "tables of 2 to 5 pieces");
    const uint64_t end = alq_get_64(head + ALQ_AT_SIZE);
    if (end > size) return alq_refuse(error, size, "more bytes: the tables are cut off");
    if (end < size) return alq_refuse(error, (size_t)end, "the end of the tables");
    if (alq_get_32(head + ALQ_AT_FINISHED) != 1) return alq_refuse(error, ALQ_AT_FINISHED, "tables that are finished");
    if (alq_checksum_of(head, size) != alq_get_64(head + ALQ_AT_CHECKSUM))
        return alq_refuse(error, ALQ_AT_CHECKSUM, "the checksum of these bytes: they are damaged");
    lg_alquerque_endings read;
    alq_prepare(&read, (int)pieces);
    if (read.size > size) return alq_refuse(error, size, "more bytes: the tables are cut off");
    for (int count = 1; count < read.pieces; count++) {
        const size_t wrong = alq_go_through_sets(&read, count, NULL, head);
        if (wrong != 0) return alq_refuse(error, wrong, "the places of the sets of pieces");
    }
    alq_lay_out_values(&read);
    if (read.size != size) return alq_refuse(error, ALQ_AT_SIZE, "the size of tables of so many pieces");
    for (int mover = 1; mover < read.pieces; mover++)
        for (int other = 1; mover + other <= read.pieces; other++)
            read.counts[mover - 1][other - 1] = alq_get_counts(head + alq_at_counts(mover, other));
    read.known = (lg_known){alq_known_end, bytes};
    *endings = read;
    return LG_OK;
}

/* ---- probing ---- */

/* The number of the step that a side's last one forbids. */
static uint32_t alq_forbidden_step(const lg_alquerque_endings *endings, const alq_cells *found, uint64_t turned,
                               const lg_alquerque_move *last) {
    if (last->from == LG_ALQUERQUE_NO_POINT || last->jumps != 0) return 0;
    const int direction = (int)(last->path & 7);
    const int point = last->from + LG_I_ALQUERQUE_STEP[direction];
    return alq_turned_number(endings, found->symmetry, turned, point, direction ^ 4);
}

/* The byte of a position at the start of a turn, if its pieces are in the tables. */
static uint8_t alq_table_value(const lg_alquerque_endings *endings, const uint8_t *bytes, const lg_alquerque *state) {
    const uint64_t mover = state->pieces[state->to_move], other = state->pieces[1 - state->to_move];
    if (mover == 0) return 1;
    const alq_cells found = alq_cells_of(endings, bytes, mover, other);
    const uint32_t own = alq_forbidden_step(endings, &found, found.mover, &state->last[state->to_move]);
    const uint32_t theirs = alq_forbidden_step(endings, &found, found.other, &state->last[1 - state->to_move]);
    return bytes[found.at + (uint64_t)found.of_mover * own + (uint64_t)found.of_other * theirs];
}

/* Ranks what a move leaves to the opponent: best a quick loss of the opponent's, then a draw, then a late win. */
static int alq_rating_of(uint8_t value) {
    if (value == 0) return 0;
    return (value & 1) != 0 ? 1000 - value : -1000 + value;
}

/* The best whole turn, and the byte that it gives the position. */
static uint8_t alq_best_turn(const lg_alquerque_endings *endings, const uint8_t *bytes, const lg_alquerque *state,
                         lg_alquerque_move *best) {
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    uint8_t left = 0;
    int rating = -2000;
    lg_alquerque_moves_begin(state, &moves);
    while (lg_alquerque_moves_next(&moves, &move)) {
        lg_alquerque after;
        if (lg_alquerque_apply(state, &move, &after) != LG_OK) continue;
        const uint8_t value = alq_table_value(endings, bytes, &after);
        if (alq_rating_of(value) <= rating) continue;
        rating = alq_rating_of(value);
        left = value;
        *best = move;
    }
    return left == 0 || left == UINT8_MAX ? 0 : (uint8_t)(left + 1);
}

/* A win or loss in a number of plies, within the limit of plies. */
static int32_t alq_limited_value(const lg_alquerque *state, int32_t plies) {
    if (plies < 0 || state->ply + plies > LG_ALQUERQUE_PLY_LIMIT) return LG_ALQUERQUE_ENDING_DRAWN;
    if (state->ply + plies == LG_ALQUERQUE_PLY_LIMIT) return LG_ALQUERQUE_ENDING_UNKNOWN;
    return (plies & 1) != 0 ? LG_ALQUERQUE_ENDING_WON : LG_ALQUERQUE_ENDING_LOST;
}

lg_status lg_alquerque_endings_probe(const lg_alquerque_endings *endings, const void *bytes, size_t size,
                                     const lg_alquerque *state, lg_alquerque_ending *ending) {
    if (endings == NULL || bytes == NULL || ending == NULL || endings->size != size ||
        lg_alquerque_validate(state) != LG_OK)
        return LG_E_ARGUMENT;
    if (lg_alquerque_result_of(state) != LG_ALQUERQUE_ONGOING) return LG_E_OVER;
    lg_alquerque_ending found = {LG_ALQUERQUE_ENDING_UNKNOWN, -1, lg_i_alquerque_no_move()};
    if (lg_i_bits_count(state->pieces[0] | state->pieces[1]) <= endings->pieces) {
        const uint8_t best = alq_best_turn(endings, (const uint8_t *)bytes, state, &found.best);
        const bool in_chain = state->jumper != LG_ALQUERQUE_NO_POINT;
        const uint8_t value = in_chain ? best : alq_table_value(endings, (const uint8_t *)bytes, state);
        found.plies = value - 1;
        found.value = alq_limited_value(state, found.plies);
    }
    *ending = found;
    return LG_OK;
}
