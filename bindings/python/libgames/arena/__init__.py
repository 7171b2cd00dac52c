"""The referee for contest programs: games, matches, tournaments and replays.

    import asyncio
    from libgames import arena

    table = arena.table("alquerque", ["random", "./mybot"], seed=7)
    report = asyncio.run(arena.play(table))
"""
