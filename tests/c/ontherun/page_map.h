/* The map on the page of the contest, for tests and the fuzz target of On the Run. */
#ifndef LG_TESTS_ONTHERUN_PAGE_MAP_H
#define LG_TESTS_ONTHERUN_PAGE_MAP_H

#define PAGE_MAP                                                                                                       \
    "8\nC 1-2\nC 1-5\nC 2-5\nC 3-4\nC 3-6\nC 4-7\nC 5-8\nC 6-7\nC 6-8\nT 1-8\nT 2-3\nT 3-4\nT 3-8\nP 1-4\nEND\n"

#endif
