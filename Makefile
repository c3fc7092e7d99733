# Everything needs only python3 (3.11 or newer) and make; the rest is installed into .venv from the lock file.
# What is needed where there is no make stands in tasks.py.
PYTHON ?= python3
BIN    := .venv/bin
UV     := $(BIN)/uv
READY  := .venv/.ready
# Who knows which releases have known holes.
ADVISORIES ?= https://pypi.org
QUICK = tests/rules tests/images tests/saves tests/bot/words \
	--ignore tests/rules/test_same_games.py # whole games, a fifth of the time: make test plays them
# What depends on the database: the stores; all that copies, moves, prunes, forgets, packs or migrates games; what starts,
# kills or restarts the bot; clocks that search all games; a few whole games. The bot's other tests reach the database
# only through calls of which tests/bot/store asks the same on both engines.
DATABASE = store $(addprefix test_,$(addsuffix .py,\
	moving moving_refused backup restored upgrade importing exporting archive pruning housekeeping privacy \
	sessions_answers sessions_lobby sessions_restart sessions_undo undo_redo \
	games_listed killed running one_run shards two_versions doctor reminders ballots fortnight whole_game))

.PHONY: help play table run test postgres package quick check format regenerate bench soak audit licences docs links clean
help:            ## show what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

$(READY): uv.txt pyproject.toml uv.lock
	@$(PYTHON) tasks.py ready

play:            ## play in a browser page on this machine, without a Discord account
	@$(PYTHON) tasks.py play $(ARGS)

table:           ## the same for people at a real table: one runs the game, nobody else needs the machine
	@$(PYTHON) tasks.py table $(ARGS)

run:             ## run the Discord bot (needs a token in .env)
	@$(PYTHON) tasks.py run $(ARGS)

test:            ## all tests, about nine minutes on two cores
	$(PYTHON) tasks.py test $(ARGS)

postgres:        ## what depends on the database, in a PostgreSQL server of the tests' own (needs its programs)
	LABIRYNT_TESTS_IN=postgres $(PYTHON) tasks.py test -m "not browser and not soak and not pythons" $(addprefix tests/bot/,$(DATABASE)) $(ARGS)

package: $(READY)  ## build the wheel and play it in an empty folder, on every supported Python that is here
	$(BIN)/pytest -q -m "pythons or not pythons" tests/test_package.py $(ARGS)

quick: $(READY)  ## rules, pictures and words: no bot, no browser; a minute
	$(BIN)/pytest -q -n auto --dist worksteal --quick $(QUICK) $(ARGS)

check:           ## formatting, lint, strict types, import contract
	@$(PYTHON) tasks.py check

format: $(READY) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

regenerate: $(READY)  ## write anew what is written down: digests, saves, the example, pictures; prints what changed
	@$(BIN)/python -m tests.regenerate $(ARGS)

bench: $(READY)  ## measured ratios (some minutes); ARGS=--short: as little as can be of each, to its end
	VIRTUAL_ENV=.venv $(UV) sync --quiet --frozen --active --group bench
	$(BIN)/python -m tests.bench $(ARGS)

soak: $(READY)   ## more seeds, whole games, kills (hours); ARGS=--short: as little as can be of each soak, to its end
	$(BIN)/pytest -q -n auto --dist worksteal -rsfE -m soak $(if $(findstring --short,$(ARGS)),tests/soak,tests) $(ARGS)

audit: $(READY)  ## ask the advisory service about every locked dependency (needs the network)
	@$(BIN)/python -c 'import urllib.request as web; web.urlopen("$(ADVISORIES)/pypi/pip/26.0/json", timeout=20).close()' 2>/dev/null \
		|| { echo "$(ADVISORIES) cannot be reached: nothing was audited."; exit 2; }
	VIRTUAL_ENV=.venv $(UV) sync --quiet --frozen --active --group audit
	$(UV) export --quiet --frozen --all-groups --no-emit-project --output-file .venv/audit.txt
	$(BIN)/pip-audit --requirement .venv/audit.txt --require-hashes --disable-pip --strict --progress-spinner off $(ARGS)

licences: $(READY)  ## the licence of each dependency and typeface
	@$(BIN)/python -m tests.licences

docs: $(READY)   ## the papers as a site in site/, searched without a server
	VIRTUAL_ENV=.venv $(UV) sync --quiet --frozen --active --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --clean $(ARGS)

links: $(READY)  ## ask for every address outside that the papers lead to (needs the network)
	$(BIN)/python -m tests.papers.outer $(ARGS)

clean:           ## remove the environment and caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis site
