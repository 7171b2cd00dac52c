"""A contest program for Alquerque, on its own: takes as much as it can, then leaves as little as possible to be taken.

Reads "Start" or the opponent's move, writes its own, until it reads "Quit" or the input ends.
"""

import random
import sys

LETTERS = "abcdefg"
POINTS = [(column, row) for row in range(7) for column in range(7)]


def directions(point):
    """Along lines: diagonals only where column + row is even, counted from a = 1 and row 1."""
    every = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return every + [(1, 1), (1, -1), (-1, -1), (-1, 1)] if sum(point) % 2 == 0 else every


def beside(point, direction, count=1):
    return point[0] + count * direction[0], point[1] + count * direction[1]


def start():
    """Who stands where: "w", "b" or "." for each point."""
    board = {(column, row): "w" if row < 3 or (row == 3 and column > 3) else "b" for column, row in POINTS}
    board[3, 3] = "."
    return board


def chains(board, enemy, path):
    """All captures that continue from the end of a path, each to its end."""
    found = []
    for direction in directions(path[-1]):
        over, to = beside(path[-1], direction), beside(path[-1], direction, 2)
        if board.get(over) == enemy and board.get(to) == ".":
            after = {**board, over: "."}
            found += chains(after, enemy, [*path, to])
    return found or ([path] if len(path) > 1 else [])


def captures(board, own, enemy):
    found = []
    for point in (point for point in POINTS if board[point] == own):
        found += chains({**board, point: "."}, enemy, [point])
    return found


def steps(board, own, last):
    """The last step may not be taken back immediately."""
    back = last[::-1] if last is not None and len(last) == 2 else None
    moves = [
        [point, beside(point, direction)] for point in POINTS if board[point] == own for direction in directions(point)
    ]
    return [move for move in moves if board.get(move[1]) == "." and move != back]


def is_capture(path):
    return max(abs(path[0][0] - path[1][0]), abs(path[0][1] - path[1][1])) == 2


def play(board, path):
    piece, board[path[0]] = board[path[0]], "."
    if is_capture(path):
        for here, there in zip(path, path[1:]):
            board[(here[0] + there[0]) // 2, (here[1] + there[1]) // 2] = "."
    board[path[-1]] = piece


def value(board, own, enemy, path):
    """Pieces won by a move, less those that the opponent can take then."""
    after = dict(board)
    play(after, path)
    return is_capture(path) * (len(path) - 1) - max(
        (len(chain) - 1 for chain in captures(after, enemy, own)), default=0
    )


def read_move(text):
    return [(LETTERS.index(point[0]), int(point[1]) - 1) for point in text.replace("*", "-").split("-")]


def write_move(path):
    return ("*" if is_capture(path) else "-").join(f"{LETTERS[column]}{row + 1}" for column, row in path)


def main():
    board, own, enemy = start(), "b", "w"
    last, rng = None, random.Random(2008)
    for line in map(str.strip, sys.stdin):
        if line == "Quit":
            return
        if line == "Start":
            own, enemy = "w", "b"
        else:
            play(board, read_move(line))
        moves = captures(board, own, enemy) or steps(board, own, last)
        if not moves:
            return
        rng.shuffle(moves)
        path = max(moves, key=lambda move: value(board, own, enemy, move))
        play(board, path)
        last = None if is_capture(path) else path
        print(write_move(path), flush=True)


if __name__ == "__main__":
    main()
