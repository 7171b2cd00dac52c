/* On the Run: the planarity of graphs. Famous ones, every graph of six cities and many of seven against a slow test by
 * minors, and large ones that are planar, or not, by construction. */
#include "positions.h"
#include "games/ontherun/map.h"

#include <stdlib.h>

/* A graph as one type of a map; nothing but `cities` and `joined` is set. */
static lg_ontherun_map graph;

static void clear(int cities) {
    memset(&graph, 0, sizeof graph);
    graph.cities = cities;
}

static void join(int a, int b) {
    graph.joined[LG_ONTHERUN_CAR][a].word[b / 64] |= (uint64_t)1 << b % 64;
    graph.joined[LG_ONTHERUN_CAR][b].word[a / 64] |= (uint64_t)1 << a % 64;
}

static void part(int a, int b) {
    graph.joined[LG_ONTHERUN_CAR][a].word[b / 64] &= ~((uint64_t)1 << b % 64);
    graph.joined[LG_ONTHERUN_CAR][b].word[a / 64] &= ~((uint64_t)1 << a % 64);
}

static bool joined(int a, int b) { return has_city(&graph.joined[LG_ONTHERUN_CAR][a], b); }

static bool planar(void) { return lg_i_ontherun_planar(&graph, LG_ONTHERUN_CAR); }

/* ---- famous graphs ---- */

#define K4  "1-2 1-3 1-4 2-3 2-4 3-4"
#define K5  K4 " 1-5 2-5 3-5 4-5"
#define K33 "1-4 1-5 1-6 2-4 2-5 2-6 3-4 3-5 3-6"

static const struct {
    const char *name;
    int cities;
    const char *connections;
    bool planar;
} GRAPHS[] = {
    {"nothing", 5, "", true},
    {"a tree", 7, "1-2 1-3 2-4 2-5 3-6 3-7", true},
    {"a ring", 6, "1-2 2-3 3-4 4-5 5-6 6-1", true},
    {"K4", 5, K4, true},
    {"K5", 5, K5, false},
    {"K5 without one", 5, K4 " 1-5 2-5 3-5", true},
    {"K5 with one subdivided", 6, "1-2 1-3 1-4 2-3 2-4 3-4 1-5 2-5 3-5 4-6 6-5", false},
    {"K5 with all at one city subdivided", 9, K4 " 1-6 6-5 2-7 7-5 3-8 8-5 4-9 9-5", false},
    {"K3,3", 6, K33, false},
    {"K3,3 without one", 6, "1-4 1-5 1-6 2-4 2-5 2-6 3-4 3-5", true},
    {"K3,3 with one subdivided twice", 8, "1-4 1-5 1-6 2-4 2-5 2-6 3-4 3-5 3-7 7-8 8-6", false},
    {"K2,5", 7, "1-3 1-4 1-5 1-6 1-7 2-3 2-4 2-5 2-6 2-7", true},
    {"K6 without a perfect matching: the octahedron", 6, "1-2 1-3 1-4 1-5 6-2 6-3 6-4 6-5 2-3 3-4 4-5 5-2", true},
    {"the octahedron and a diagonal", 6, "1-2 1-3 1-4 1-5 6-2 6-3 6-4 6-5 2-3 3-4 4-5 5-2 1-6", false},
    {"the cube", 8, "1-2 2-3 3-4 4-1 5-6 6-7 7-8 8-5 1-5 2-6 3-7 4-8", true},
    {"the cube and a long diagonal", 8, "1-2 2-3 3-4 4-1 5-6 6-7 7-8 8-5 1-5 2-6 3-7 4-8 1-7", false},
    {"a Moebius ladder", 8, "1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-1 1-5 2-6 3-7 4-8", false},
    {"the wheel", 7, "1-2 1-3 1-4 1-5 1-6 1-7 2-3 3-4 4-5 5-6 6-7 7-2", true},
    {"Petersen's graph", 10, "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-8 8-10 10-7 7-9 9-6", false},
    {"the prism of a pentagon", 10, "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-7 7-8 8-9 9-10 10-6", true},
    {"Heawood's graph", 14,
     "1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12 12-13 13-14 14-1 1-6 3-8 5-10 7-12 9-14 11-2 13-4", false},
    {"the dodecahedron", 20,
     "1-2 2-3 3-4 4-5 5-1 1-6 2-7 3-8 4-9 5-10 6-11 11-7 7-12 12-8 8-13 13-9 9-14 14-10 10-15 15-6 11-16 12-17 13-18 "
     "14-19 15-20 16-17 17-18 18-19 19-20 20-16",
     true},
    {"two K4 that share a city", 7, K4 " 1-5 1-6 1-7 5-6 5-7 6-7", true},
    {"two K4 apart", 8, K4 " 5-6 5-7 5-8 6-7 6-8 7-8", true},
    {"K4 and a separate K5", 9, "6-7 6-8 6-9 7-8 7-9 8-9 " K5, false},
    {"K3,3 behind a bridge", 9, "7-8 8-9 9-7 9-1 " K33, false},
    {"the page's cars", 8, "1-2 1-5 2-5 3-4 3-6 4-7 5-8 6-7 6-8", true},
};

static void read_graph(int cities, const char *connections) {
    int a, b, used;
    clear(cities);
    for (; sscanf(connections, " %d-%d%n", &a, &b, &used) == 2; connections += used) join(a, b);
}

START_TEST(test_famous_graphs) {
    read_graph(GRAPHS[_i].cities, GRAPHS[_i].connections);
    ck_assert_msg(planar() == GRAPHS[_i].planar, "%s", GRAPHS[_i].name);
}
END_TEST

START_TEST(test_the_type_matters) {
    read_graph(6, K33);
    memcpy(graph.joined[LG_ONTHERUN_ANY], graph.joined[LG_ONTHERUN_CAR], sizeof graph.joined[0]);
    part(1, 4);
    ck_assert(lg_i_ontherun_planar(&graph, LG_ONTHERUN_CAR));
    ck_assert(lg_i_ontherun_planar(&graph, LG_ONTHERUN_PLANE));
    ck_assert(!lg_i_ontherun_planar(&graph, LG_ONTHERUN_ANY));
}
END_TEST

/* ---- small graphs, by minors (Wagner): a graph is not planar exactly when it is K5 or has K3,3 in it, or a graph that
 * comes from it by taking a vertex away or by drawing two joined vertices together is not ---- */

enum { MOST = 7, PAIRS = MOST * (MOST - 1) / 2 };

/* One bit for each pair of vertices a < b: the number b (b - 1) / 2 + a, so that graphs of fewer vertices are smaller
 * numbers. */
static int pair_bit(int a, int b) { return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b; }

static bool has_pair(uint32_t edges, int a, int b) { return a != b && (edges >> pair_bit(a, b) & 1) != 0; }

/* Every vertex v becomes place[v]; pairs in one place go. */
static uint32_t move_vertices(uint32_t edges, int vertices, const int place[MOST]) {
    uint32_t moved = 0;
    for (int a = 0; a < vertices; a++)
        for (int b = a + 1; b < vertices; b++)
            if (has_pair(edges, a, b) && place[a] >= 0 && place[b] >= 0 && place[a] != place[b])
                moved |= (uint32_t)1 << pair_bit(place[a], place[b]);
    return moved;
}

/* Vertex `gone` is removed, or merged with `joins`, a smaller one, unless that is -1. The last vertex takes its
 * place. */
static uint32_t without(uint32_t edges, int vertices, int gone, int joins) {
    int place[MOST];
    for (int v = 0; v < vertices; v++) place[v] = v;
    place[vertices - 1] = gone;
    place[gone] = joins;
    return move_vertices(edges, vertices, place);
}

/* Whether three of six vertices are joined to the other three. */
static bool has_k33(uint32_t edges) {
    for (int b = 1; b < 6; b++)
        for (int c = b + 1; c < 6; c++) {
            bool all = true;
            for (int other = 1; other < 6; other++)
                if (other != b && other != c)
                    all = all && has_pair(edges, 0, other) && has_pair(edges, b, other) && has_pair(edges, c, other);
            if (all) return true;
        }
    return false;
}

static bool slow_planar(uint32_t edges, int vertices) {
    static int8_t known[1 << 15]; /* 0 not yet, 1 no, 2 yes; the same with five vertices as with one more alone */
    if (vertices < 5) return true;
    if (vertices < 7 && known[edges] != 0) return known[edges] == 2;
    bool good = !(vertices == 5 && edges == (1 << 10) - 1) && !(vertices == 6 && has_k33(edges));
    for (int v = 0; v < vertices && good; v++) good = slow_planar(without(edges, vertices, v, -1), vertices - 1);
    for (int a = 0; a < vertices && good; a++)
        for (int b = 0; b < a && good; b++)
            if (has_pair(edges, a, b)) good = slow_planar(without(edges, vertices, a, b), vertices - 1);
    if (vertices == 6) known[edges] = good ? 2 : 1;
    return good;
}

static void compare_small(uint32_t edges, int vertices) {
    clear(vertices);
    for (int a = 0; a < vertices; a++)
        for (int b = 0; b < a; b++)
            if (has_pair(edges, a, b)) join(a + 1, b + 1);
    LG_REQUIRE(planar() == slow_planar(edges, vertices), "%d vertices, edges 0x%X", vertices, (unsigned)edges);
}

START_TEST(test_all_graphs_of_six) {
    int count = 0;
    for (uint32_t edges = 0; edges < 1 << 15; edges++) {
        compare_small(edges, 6);
        count += slow_planar(edges, 6);
    }
    ck_assert_int_eq(count, 32071); /* labelled planar graphs with six vertices: OEIS A066537 */
}
END_TEST

START_TEST(test_graphs_of_seven) {
    lg_rng rng = lg_rng_seed(7, 7);
    for (int i = 0; i < 60000 / lg_tests_part(); i++) compare_small(lg_rng_next(&rng) >> (32 - PAIRS), 7);
}
END_TEST

/* ---- large graphs ---- */

/* Cities in random order, so that no search can follow how the graph was made. */
static void shuffle(int label[], int cities, lg_rng *rng) {
    for (int i = 0; i < cities; i++) {
        const int j = (int)lg_rng_below(rng, (uint32_t)i + 1);
        label[i] = i + 1; /* j may be i, whose label is not yet set */
        label[i] = label[j];
        label[j] = i + 1;
    }
}

/* A triangle, then each city inside one of the existing triangles: with the most connections of a planar graph.
 */
static void triangulate(int cities, lg_rng *rng) {
    static int triangle[2 * LG_ONTHERUN_MAX_CITIES][3];
    int label[LG_ONTHERUN_MAX_CITIES], count = 2;
    clear(cities);
    shuffle(label, cities, rng);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) triangle[side][i] = label[i];
    for (int i = 0; i < 3; i++) join(label[i], label[(i + 1) % 3]);
    for (int city = 3; city < cities; city++) {
        int *old = triangle[lg_rng_below(rng, (uint32_t)count)];
        for (int i = 0; i < 3; i++) join(label[city], old[i]);
        for (int i = 0; i < 2; i++) {
            memcpy(triangle[count], old, sizeof triangle[count]);
            triangle[count++][i] = label[city];
        }
        old[2] = label[city];
    }
}

static void any_pair(lg_rng *rng, bool are_joined, int *a, int *b) {
    do {
        *a = 1 + (int)lg_rng_below(rng, (uint32_t)graph.cities);
        *b = 1 + (int)lg_rng_below(rng, (uint32_t)graph.cities);
    } while (*a == *b || joined(*a, *b) != are_joined);
}

START_TEST(test_triangulations) {
    lg_rng rng = lg_rng_seed(9, 0);
    for (int i = 0; i < 300 / lg_tests_part(); i++) {
        int a, b;
        triangulate(6 + (int)lg_rng_below(&rng, 195), &rng);
        LG_REQUIRE(planar(), "a triangulation of %d cities", graph.cities);
        any_pair(&rng, false, &a, &b);
        join(a, b);
        LG_REQUIRE(!planar(), "one connection more, %d cities", graph.cities);
        part(a, b);
        for (uint32_t left = lg_rng_below(&rng, (uint32_t)graph.cities); left > 0; left--) {
            any_pair(&rng, true, &a, &b);
            part(a, b);
        }
        LG_REQUIRE(planar(), "connections less, %d cities", graph.cities);
    }
}
END_TEST

/* Joins a and b by a chain of `length` new cities; returns the last one before b. */
static int chain(int a, int b, int length, const int label[], int *used) {
    for (; length > 0; length--) {
        join(a, label[*used]);
        a = label[(*used)++];
    }
    join(a, b);
    return a;
}

/* K5 or K3,3 with chains of up to nine cities for its connections, in the midst of trees; without any one of these
 * connections it is planar. */
START_TEST(test_subdivisions) {
    lg_rng rng = lg_rng_seed(10, 0);
    for (int i = 0; i < 400 / lg_tests_part(); i++) {
        int label[LG_ONTHERUN_MAX_CITIES], used = 6, chains = 0, cut[2] = {0, 0};
        const bool bipartite = i % 2 == 0;
        const int ends = bipartite ? 6 : 5, broken = (int)lg_rng_below(&rng, bipartite ? 9 : 10);
        clear(200);
        shuffle(label, 200, &rng);
        for (int a = 0; a < ends; a++)
            for (int b = a + 1; b < ends; b++) {
                if (bipartite && (a < 3) == (b < 3)) continue;
                const int last = chain(label[a], label[b], (int)lg_rng_below(&rng, 10), label, &used);
                if (chains++ != broken) continue;
                cut[0] = last;
                cut[1] = label[b];
            }
        for (; used < 200; used++) join(label[used], label[lg_rng_below(&rng, (uint32_t)used)]);
        LG_REQUIRE(!planar(), "graph %d", i);
        part(cut[0], cut[1]);
        LG_REQUIRE(planar(), "graph %d, one connection cut", i);
    }
}
END_TEST

Suite *lg_test_ontherun_planarity(void) {
    Suite *suite = suite_create("ontherun planarity");
    TCase *tests = tcase_create("planarity");
    tcase_add_loop_test(tests, test_famous_graphs, 0, COUNT(GRAPHS));
    tcase_add_test(tests, test_the_type_matters);
    tcase_add_test(tests, test_all_graphs_of_six);
    tcase_add_test(tests, test_graphs_of_seven);
    tcase_add_test(tests, test_triangulations);
    tcase_add_test(tests, test_subdivisions);
    suite_add_tcase(suite, tests);
    return suite;
}
