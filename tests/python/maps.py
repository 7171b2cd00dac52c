"""The map of On the Run's page (docs/games/ontherun.md)."""

PAGE_MAP = """8
C 1-2
C 1-5
C 2-5
C 3-4
C 3-6
C 4-7
C 5-8
C 6-7
C 6-8
T 1-8
T 2-3
T 3-4
T 3-8
P 1-4
END
"""
