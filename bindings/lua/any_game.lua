-- Plays one random game of any kind and prints every decision, as examples/c/any_game.c does.
--
--     lua any_game.lua [configuration [seed]]
local lg = require("libgames")

local game = lg.lg_game()
local made, problem = pcall(lg.lg_game_make, arg[1] or "alquerque", game)
if not made then
  io.stderr:write(problem, "\n")
  os.exit(2)
end
local shared = game.shared_size > 0 and lg.malloc(game.shared_size) or nil
lg.lg_game_prepare(game, shared, game.shared_size)

local seed = math.tointeger(arg[2] or 1)
local rng = lg.lg_rng_seed(seed, 1)
local state = lg.lg_game_new(game, seed)
local count, legal = lg.lg_game_legal(game, state)
while count > 0 do
  local action = legal[1 + lg.lg_rng_below(rng, count)]
  local text = lg.lg_game_action_print(game, action)
  print(("player %d plays %s, one of %d"):format(lg.lg_game_player(game, state), text, count))
  state = lg.lg_game_apply(game, state, action)
  count, legal = lg.lg_game_legal(game, state)
end
print(lg.lg_game_state_print(game, state))
io.write("scores:")
for _, score in ipairs(lg.lg_game_scores(game, state)) do io.write((" %d"):format(score)) end
print()
