/* On the Run: whether the graph of one type is planar. The left-right test (de Fraysseix and Rosenstiehl, in the form
 * of Brandes, "The Left-Right Planarity Test", 2009): a depth-first search makes every edge a tree edge or a back
 * edge; the graph is planar exactly if the back edges can be placed to the left and the right of the tree without
 * crossings. Linear, except for a small sort. */
#include "libgames/ontherun.h"

#include <string.h>

#include "sets.h"

#define CITIES LG_ONTHERUN_MAX_CITIES
#define EDGES (3 * CITIES - 6) /* a planar graph has no more */
#define NONE (-1)
#define UNSEEN (-1)

/* Back edges that must lie on one side, from the highest to the lowest returning one: `next` leads from each to the one
 * below it. Empty when high is NONE. */
typedef struct interval {
    int high, low;
} interval;

/* Two intervals that must lie on different sides. */
typedef struct conflict {
    interval left, right;
} conflict;

typedef struct graph {
    int cities, edges;
    int from[EDGES], to[EDGES];            /* an edge's ends; in its direction once the search has passed it */
    bool directed[EDGES];
    int low[EDGES], low2[EDGES];           /* lowest and second lowest height that can be returned to over the edge */
    int depth[EDGES];                      /* nesting depth: the order in which a city's edges are tried */
    int next[EDGES];                       /* the edge below in its interval, or NONE */
    int lowest[EDGES];                     /* the back edge that returns lowest of those over the edge */
    int bottom[EDGES];                     /* size of the stack when the edge was begun */
    int first[CITIES + 2], at[2 * EDGES];  /* edges at each city; later the outgoing ones, by nesting depth */
    int outgoing[CITIES + 1];              /* how many of them go out */
    int height[CITIES + 1];                /* distance from the root in the tree, or UNSEEN */
    int parent[CITIES + 1];                /* the tree edge that leads to the city, or NONE */
    conflict stack[EDGES];
    int size;
} graph;

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* ---- reading the graph ---- */

/* False when there are too many edges for a planar graph. */
static bool take_edges(graph *g, const lg_ontherun_set joined[], int cities) {
    g->cities = cities;
    g->edges = 0;
    for (int city = 1; city <= cities; city++) {
        lg_ontherun_set others = joined[city];
        for (int other = lg_i_ontherun_set_take(&others); other != 0; other = lg_i_ontherun_set_take(&others)) {
            if (other < city) continue;
            if (g->edges == 3 * cities - 6) return false;
            g->from[g->edges] = city;
            g->to[g->edges] = other;
            g->directed[g->edges++] = false;
        }
    }
    return true;
}

static void otr_list_edges(graph *g) {
    int slot[CITIES + 2];
    memset(g->first, 0, sizeof g->first);
    for (int edge = 0; edge < g->edges; edge++) {
        g->first[g->from[edge] + 1]++;
        g->first[g->to[edge] + 1]++;
    }
    for (int city = 1; city <= g->cities + 1; city++) g->first[city] += g->first[city - 1];
    memcpy(slot, g->first, sizeof slot);
    for (int edge = 0; edge < g->edges; edge++) {
        g->at[slot[g->from[edge]]++] = edge;
        g->at[slot[g->to[edge]]++] = edge;
    }
}

/* ---- first search: directions, heights, how low each edge returns ---- */

static void direct(graph *g, int edge, int from) {
    g->directed[edge] = true;
    if (g->from[edge] != from) {
        g->to[edge] = g->from[edge];
        g->from[edge] = from;
    }
}

/* Whatever returns over `edge` also returns over the tree edge `below` it. */
static void lower(graph *g, int below, int edge) {
    if (g->low[edge] < g->low[below]) {
        g->low2[below] = smaller(g->low[below], g->low2[edge]);
        g->low[below] = g->low[edge];
    } else if (g->low[edge] > g->low[below]) {
        g->low2[below] = smaller(g->low2[below], g->low[edge]);
    } else {
        g->low2[below] = smaller(g->low2[below], g->low2[edge]);
    }
}

static void orient(graph *g, int city) {
    const int below = g->parent[city];
    for (int i = g->first[city]; i < g->first[city + 1]; i++) {
        const int edge = g->at[i];
        if (g->directed[edge]) continue;
        direct(g, edge, city);
        const int to = g->to[edge];
        g->low[edge] = g->low2[edge] = g->height[city];
        if (g->height[to] == UNSEEN) {
            g->parent[to] = edge;
            g->height[to] = g->height[city] + 1;
            orient(g, to);
        } else {
            g->low[edge] = g->height[to];
        }
        g->depth[edge] = 2 * g->low[edge] + (g->low2[edge] < g->height[city]);
        if (below != NONE) lower(g, below, edge);
    }
}

/* Keeps only a city's outgoing edges, the outermost first. */
static void sort_outgoing(graph *g, int city) {
    int *list = &g->at[g->first[city]], count = 0;
    for (int i = 0; i < g->first[city + 1] - g->first[city]; i++) {
        const int edge = list[i];
        if (g->from[edge] != city) continue;
        int place = count++;
        for (; place > 0 && g->depth[list[place - 1]] > g->depth[edge]; place--) list[place] = list[place - 1];
        list[place] = edge;
    }
    g->outgoing[city] = count;
}

/* ---- second search: left or right ---- */

static const interval EMPTY = {NONE, NONE};

/* Whether the interval has an edge that returns higher than `edge` does. */
static bool conflicting(const graph *g, interval in, int edge) {
    return in.high != NONE && g->low[in.high] > g->low[edge];
}

static void swap_sides(conflict *pair) {
    const interval left = pair->left;
    pair->left = pair->right;
    pair->right = left;
}

static int lowest_return(const graph *g, const conflict *pair) {
    if (pair->left.low == NONE) return g->low[pair->right.low];
    if (pair->right.low == NONE) return g->low[pair->left.low];
    return smaller(g->low[pair->left.low], g->low[pair->right.low]);
}

/* Hangs one interval under another. */
static void otr_extend(graph *g, interval *upper, interval under) {
    if (upper->high == NONE) upper->high = under.high;
    else g->next[upper->low] = under.high;
    upper->low = under.low;
}

/* All that returns over `edge` goes to one side, `pair.right`; false if that is impossible. */
static bool gather_own(graph *g, int edge, int below, conflict *pair) {
    do {
        conflict top = g->stack[--g->size];
        if (top.left.high != NONE) swap_sides(&top);
        if (top.left.high != NONE) return false;
        if (g->low[top.right.low] > g->low[below]) otr_extend(g, &pair->right, top.right);
        else g->next[top.right.low] = g->lowest[below];
    } while (g->size > g->bottom[edge]);
    return true;
}

/* Everything that returned over earlier edges and must be on the other side than `edge` goes to `pair.left`. */
static bool gather_earlier(graph *g, int edge, conflict *pair) {
    while (g->size > 0) {
        conflict top = g->stack[g->size - 1];
        if (!conflicting(g, top.left, edge) && !conflicting(g, top.right, edge)) break;
        g->size--;
        if (conflicting(g, top.right, edge)) swap_sides(&top);
        if (conflicting(g, top.right, edge)) return false;
        if (pair->right.low != NONE) g->next[pair->right.low] = top.right.high;
        if (top.right.low != NONE) pair->right.low = top.right.low;
        otr_extend(g, &pair->left, top.left);
    }
    return true;
}

static bool add_constraints(graph *g, int edge, int below) {
    conflict pair = {EMPTY, EMPTY};
    if (!gather_own(g, edge, below, &pair) || !gather_earlier(g, edge, &pair)) return false;
    if (pair.left.high != NONE || pair.right.high != NONE) g->stack[g->size++] = pair;
    return true;
}

/* Takes the back edges that end at `city` out of one interval. */
static void trim(graph *g, interval *in, const interval *other, int city) {
    while (in->high != NONE && g->to[in->high] == city) in->high = g->next[in->high];
    if (in->high == NONE && in->low != NONE) {
        g->next[in->low] = other->low;
        in->low = NONE;
    }
}

/* Nothing that ends at `city` matters below it. */
static void drop_edges_to(graph *g, int city) {
    while (g->size > 0 && lowest_return(g, &g->stack[g->size - 1]) == g->height[city]) g->size--;
    if (g->size == 0) return;
    conflict *pair = &g->stack[g->size - 1];
    trim(g, &pair->left, &pair->right, city);
    trim(g, &pair->right, &pair->left, city);
}

static bool separate(graph *g, int city) {
    const int below = g->parent[city];
    for (int i = 0; i < g->outgoing[city]; i++) {
        const int edge = g->at[g->first[city] + i];
        g->bottom[edge] = g->size;
        if (g->parent[g->to[edge]] == edge) {
            if (!separate(g, g->to[edge])) return false;
        } else {
            const conflict alone = {EMPTY, {edge, edge}};
            g->lowest[edge] = edge;
            g->next[edge] = NONE;
            g->stack[g->size++] = alone;
        }
        if (g->low[edge] >= g->height[city]) continue; /* nothing returns below this city */
        if (i == 0) g->lowest[below] = g->lowest[edge];
        else if (!add_constraints(g, edge, below)) return false;
    }
    if (below != NONE) drop_edges_to(g, g->from[below]);
    return true;
}

bool lg_i_ontherun_planar(const lg_ontherun_map *map, int32_t type) {
    graph g;
    if (!take_edges(&g, map->joined[type], map->cities)) return false;
    otr_list_edges(&g);
    g.size = 0;
    for (int city = 1; city <= g.cities; city++) g.height[city] = UNSEEN;
    for (int city = 1; city <= g.cities; city++) {
        if (g.height[city] != UNSEEN) continue;
        g.height[city] = 0;
        g.parent[city] = NONE;
        orient(&g, city);
    }
    for (int city = 1; city <= g.cities; city++) sort_outgoing(&g, city);
    for (int city = 1; city <= g.cities; city++)
        if (g.height[city] == 0 && !separate(&g, city)) return false;
    return true;
}
