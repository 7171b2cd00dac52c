"""Many games: seating, tables, ratings."""

import asyncio
import itertools
import json
import shlex
import sys
from pathlib import Path

import libgames as lg
import pytest
from libgames import arena
from libgames.arena import contests, matches, rating, replays
from libgames.arena.matches import Conditions
from libgames.arena.players import Entrant, entrant
from table import SHORT, Scripted, crashed


def conditions(name, *players, replays=None):
    def setup(seed):
        return contests.setup(SHORT[name], seed)

    entrants = [entrant(player) if isinstance(player, str) else player for player in players]
    return Conditions(entrants, setup, {}, replays)


def run(conditions, pairings, jobs=1):
    played = []
    asyncio.run(matches.play_all(conditions, pairings, jobs, played.append))
    return sorted(played, key=lambda game: game.pairing.number)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), 2**5000, "x", [1]])
def test_limits_that_no_clock_has(seconds, tmp_path):
    with pytest.raises((TypeError, ValueError), match=r"time\['answer'\]: expected "):
        arena.match("alquerque", ["random", "random"], games=2, time={"answer": seconds}, replays=tmp_path)
    assert not list(tmp_path.iterdir())


# ---- seating ----


@pytest.mark.parametrize("entrants, seats", [(2, 2), (4, 4), (2, 4), (1, 4), (3, 3), (4, 8)])
def test_every_setup_is_played_from_all_seats(entrants, seats):
    pairings = matches.match(entrants, seats, 10, seed=5)
    assert len(pairings) == -(-10 // entrants) * entrants
    assert [pairing.number for pairing in pairings] == list(range(1, len(pairings) + 1))
    for seed, group in itertools.groupby(pairings, lambda pairing: pairing.seed):
        seated = [pairing.seats for pairing in group]
        for seat in range(seats):
            assert sorted(seating[seat] for seating in seated) == list(range(entrants)), seed
        assert all(len(set(seating)) == entrants for seating in seated)
    assert {pairing.seed for pairing in pairings} == set(range(5, 5 + len(pairings) // entrants))


@pytest.mark.parametrize("entrants, seats", [(3, 2), (3, 4), (0, 2), (5, 4)])
def test_players_who_do_not_fit(entrants, seats):
    with pytest.raises(ValueError, match=f"this game has {seats} seats: expected 1 or 2.* players, not {entrants}"):
        matches.match(entrants, seats, 10, seed=1)


def test_round_robin_lets_every_pair_meet():
    pairings = matches.round_robin(4, 2, 4, seed=1)
    meetings = [pairing.seats for pairing in pairings]
    assert all(meetings.count(pair) == 2 for pair in itertools.permutations(range(4), 2))
    assert len(meetings) == 24


def test_round_robin_of_a_game_of_four():
    assert {tuple(sorted(p.seats)) for p in matches.round_robin(5, 4, 4, 1)} == set(itertools.combinations(range(5), 4))
    assert {p.seats for p in matches.round_robin(3, 4, 2, 1)} == {
        (0, 1, 0, 1),
        (1, 0, 1, 0),
        (0, 2, 0, 2),
        (2, 0, 2, 0),
        (1, 2, 1, 2),
        (2, 1, 2, 1),
    }


# ---- playing ----


@pytest.mark.parametrize("name", lg.games())
def test_jobs_change_nothing(name, tmp_path):
    seats = contests.setup(SHORT[name], 1).game.players
    pairings = matches.match(seats, seats, 2 * seats, seed=1)
    texts = []
    for jobs in (1, 8):
        folder = tmp_path / str(jobs)
        folder.mkdir()
        played = run(conditions(name, *["random"] * seats, replays=folder), pairings, jobs)
        assert [game.pairing for game in played] == list(pairings)
        files = sorted(folder.iterdir())
        assert len(files) == len(pairings)
        for game, file in zip(played, files, strict=True):
            assert replays.load(file).state == game.report.state
        texts.append([[line.split()[4:] for line in file.read_text().splitlines()] for file in files])
    assert texts[0] == texts[1]


def test_both_games_of_a_pair_have_the_same_setup():
    one, two = run(conditions("snakecore", "random", "random", "random"), matches.match(3, 3, 3, seed=9)[:2])
    assert one.report.table.start == two.report.table.start
    one, two = run(conditions("ontherun", "random", "random"), matches.match(2, 2, 2, seed=9))
    assert one.report.table.start == two.report.table.start
    assert one.report.table.start.game.shared_text == two.report.table.start.game.shared_text
    three = run(conditions("ontherun", "random", "random"), matches.match(2, 2, 2, seed=10))[0]
    assert one.report.table.start.game.shared_text != three.report.table.start.game.shared_text


def test_no_more_tasks_than_games():
    async def play(conditions, pairing, replay):
        counts.append(len(asyncio.all_tasks()))
        return pairing.number

    async def tasks(pairings, jobs, kept):
        await matches.play_all(conditions("alquerque", "random", "random"), pairings, jobs, done.append, kept, play)

    counts, done = [], []
    asyncio.run(tasks(matches.match(2, 2, 6, seed=1), 300_000, {1, 4}))
    assert sorted(done) == [2, 3, 5, 6] and max(counts) <= 5
    asyncio.run(tasks(matches.match(2, 2, 2, seed=1), 3, {1, 2}))
    assert len(done) == 4


def test_an_error_ends_the_match_and_is_reported():
    def broken(seed):
        raise RuntimeError("broken")

    with pytest.raises(ExceptionGroup, match="unhandled errors") as caught:
        run(conditions("alquerque", "random", Entrant("b", broken)), matches.match(2, 2, 4, seed=1), jobs=2)
    assert "broken" in str(caught.value.exceptions[0])


# ---- tables ----


def test_the_table_counts_games_points_and_offences():
    offender = Entrant("offender", lambda seed: Scripted("c3-d4", crashed()))
    played = run(conditions("alquerque", "random", offender), matches.match(2, 2, 4, seed=1))
    one, two = matches.standings(["random", "offender"], played)
    assert (one.games, one.wins, one.draws, one.losses, one.score, one.fouls) == (4, 4, 0, 0, 48, 0)
    assert (two.games, two.wins, two.draws, two.losses, two.score, two.fouls) == (4, 0, 0, 4, 0, 4)
    assert one.rating.elo == -two.rating.elo > 0
    assert two.slowest == 0.25


def test_the_table_of_a_game_of_four():
    played = run(conditions("blockdrop", *["random"] * 4), matches.match(4, 4, 40, seed=1))
    lines = matches.standings(list("abcd"), played)
    assert all(line.games == 40 for line in lines)
    won = sum(lg.blockdrop.winner(game.report.state) is not None for game in played)
    assert sum(line.wins for line in lines) == won and sum(line.losses for line in lines) == 3 * won > 0
    assert sum(line.draws for line in lines) == 4 * (40 - won)
    assert sum(line.score for line in lines) == won
    best = [[(one, other, 0.5 + (a > b) / 2 - (a < b) / 2) for one, a in enumerate(game) for other, b in enumerate(game)
             if one < other] for game in ([game.report.outcome[game.pairing.seats.index(who)] for who in range(4)]
                                          for game in played)]  # fmt: skip
    expected = rating.rate(4, [result for game in best for result in game], 1 / 3)  # a game is one game, not three
    assert [line.rating.error for line in lines] == pytest.approx([one.error for one in expected])


def test_the_table_of_one_player():
    played = run(conditions("blockdrop", "random"), matches.match(1, 4, 2, seed=1))
    (line,) = matches.standings(["alone"], played)
    assert (line.games, line.wins, line.losses, line.rating) == (2, 0, 0, None)
    assert json.dumps(line.label) == '"alone"'


# ---- ratings ----


def test_equal_players_have_equal_ratings():
    one, two = rating.rate(2, [(0, 1, 0.5)] * 10)
    assert one.elo == pytest.approx(0) == two.elo and one.error == two.error > 0


def test_three_wins_in_four_games():
    """Without the two draws with an average player it would be 400 * log10(3) = 191."""
    one, two = rating.rate(2, [(0, 1, 1.0)] * 3000 + [(1, 0, 1.0)] * 1000)
    assert one.elo - two.elo == pytest.approx(190.85, abs=0.5)
    # the deviation of the difference is 400 / ln 10 / sqrt(n p (1 - p)); each has half of it
    assert one.error == pytest.approx(1.96 * 173.72 / (4000 * 3 / 16) ** 0.5 / 2, rel=0.01)


def test_more_games_less_error():
    errors = [rating.rate(2, [(0, 1, 1.0), (0, 1, 0.0)] * games)[0].error for games in (10, 40, 160)]
    assert errors[0] > errors[1] > errors[2] and errors[0] / errors[2] == pytest.approx(4, rel=0.1)


def test_winning_everything_stays_finite():
    one, two, three = rating.rate(3, [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0)] * 1000)
    assert 300 < one.elo < 3000 and one.elo > two.elo > three.elo
    assert one.elo + two.elo + three.elo == pytest.approx(0, abs=1e-6)


def test_a_chain_of_players():
    """Players that never met can be compared through others."""
    results = [(0, 1, 1.0), (0, 1, 1.0), (0, 1, 0.0)] * 200 + [(1, 2, 1.0), (1, 2, 1.0), (1, 2, 0.0)] * 200
    one, two, three = rating.rate(3, results)
    assert one.elo - two.elo == pytest.approx(two.elo - three.elo, abs=1) == pytest.approx(120, abs=2)


def test_ratings_without_games():
    assert [player.elo for player in rating.rate(2, [])] == [0, 0]


# ---- the identity of a game ----


def test_a_tournament_is_played_setup_by_setup():
    pairings = matches.round_robin(4, 2, 6, seed=1)
    seeds = [pairing.seed for pairing in pairings]
    assert seeds == sorted(seeds) and len(set(seeds)) == 3
    assert {pairing.seats for pairing in pairings[:12]} == set(itertools.permutations(range(4), 2))
    for pairing in pairings:
        assert pairings.find(pairing.seed, pairing.seats) == pairing
    assert pairings.find(4, (0, 1)) is pairings.find(0, (0, 1)) is pairings.find(1, (0, 0)) is None


def test_equal_entrants_are_told_apart(tmp_path):
    players = ["greedy", "greedy (2)=random", "greedy", "random"]
    players[1] = lg.Policy(lambda state: state.legal_actions[0], name="greedy (2)")
    lines = arena.tournament(SHORT["blockdrop"], players, games=4, replays=tmp_path)
    assert [line.label for line in lines] == ["greedy", "greedy (2)", "greedy (3)", "random"]
    assert arena.play("alquerque", ["random", "random"]).table.labels == ("random", "random")


def test_more_entrants_and_more_games_join_a_folder(tmp_path):
    """Played games stay, missing ones are played, and the result is the same as from one run."""
    one, other = tmp_path / "one", tmp_path / "other"
    name = SHORT["alquerque"]
    arena.tournament(name, ["random", "greedy"], games=2, replays=one)
    before = {file.name: file.read_bytes() for file in one.iterdir()}
    arena.tournament(name, ["mcts(simulations=2)", "random", "greedy"], games=2, replays=one, resume=True)
    arena.tournament(name, ["mcts(simulations=2)", "random", "greedy", "random"], games=6, replays=one, resume=True)
    players = ["mcts(simulations=2)", "random", "greedy", "random"]
    lines = arena.tournament(name, players, games=6, replays=one, resume=True)
    assert {file: (one / file).read_bytes() for file in before} == before
    assert len(list(one.iterdir())) == 6 * 6
    whole = arena.tournament(name, players, games=6, replays=other)
    facts = [[(line.label, line.games, line.wins, line.draws, line.score, line.seats) for line in table]
             for table in (lines, whole)]  # fmt: skip
    assert facts[0] == facts[1]

    def games(folder):
        return sorted([line.split()[4:] for line in file.read_text().splitlines()] for file in folder.iterdir())

    assert games(one) == games(other)
    fewer = arena.tournament(name, players, games=2, replays=one, resume=True)
    assert [line.games for line in fewer] == [6, 6, 6, 6] and len(list(one.iterdir())) == 6 * 6
    with pytest.raises(ValueError, match="it is from another match: expected the line 'seat"):
        arena.tournament(name, ["random", "mcts(simulations=2)"], games=2, replays=one, resume=True)


def test_results_by_seat():
    """White wins with any moves, so a player wins half of its games."""
    class Gone(Scripted):
        async def answer(self, turn):
            if turn.seat == 1:
                raise crashed()
            return next(turn.state.legal_moves), 0.0

    entrants = [Entrant(label, lambda seed: Gone()) for label in "ab"]
    played = run(conditions("alquerque", *entrants), matches.match(2, 2, 6, seed=1))
    for line in matches.standings(["a", "b"], played):
        assert (line.games, line.wins, line.losses) == (6, 3, 3)
        assert line.seats == [matches.Seat(3, 3, 0, 0, 36.0), matches.Seat(3, 0, 0, 3, 0.0)]


# ---- the example programs in Python, which need nothing but Python ----

# A busy machine must not make a test fail.
PATIENT = {"first": 60, "answer": 60, "total": 600}
BOTS = Path(__file__).parents[2] / "examples/python/bots"


@pytest.mark.parametrize("name", lg.games())
def test_a_program_plays_greedy(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # programs of On the Run get links to all of it
    bot = entrant(shlex.join([sys.executable, "-I", str(BOTS / f"{name}.py")]))
    seats = contests.setup(SHORT[name], 1).game.players
    others = [entrant("greedy")] * (seats - 1)
    conditions = Conditions([bot, *others], lambda seed: contests.setup(SHORT[name], seed), PATIENT)
    played = []
    asyncio.run(matches.play_all(conditions, matches.match(seats, seats, seats, 1), 2, played.append))
    assert len(played) == seats
    assert [foul for game in played for foul in game.report.fouls] == []
    assert all(game.report.finished for game in played)


def test_every_game_has_one():
    assert sorted(path.stem for path in BOTS.iterdir() if path.suffix == ".py") == [
        name for name in lg.games() if lg.game_type(name).path is None
    ]
    assert not any("libgames" in path.read_text().replace('"libgames in Python"', "") for path in BOTS.glob("*.py"))
