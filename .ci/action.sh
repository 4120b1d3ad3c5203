#!/usr/bin/env bash
# What the action of action.yml does after its installation: checks the links of WAYPOST_PATHS, with annotations and a
# summary. Its inputs are variables, so that nothing in them is a command.
set -euo pipefail

# The lines of a variable that have something in them, as arguments.
lines() { while IFS= read -r line; do [ -z "$line" ] || printf '%s\0' "$line"; done <<<"$1"; }

mapfile -d '' -t paths < <(lines "$WAYPOST_PATHS")
mapfile -d '' -t arguments < <(lines "$WAYPOST_ARGUMENTS")
if [ -n "$WAYPOST_ACCEPT" ]; then arguments+=("--accept=$WAYPOST_ACCEPT"); fi
# A name that begins like a link or like an option is still that of a file.
for index in "${!paths[@]}"; do
  case ${paths[index]} in /*) ;; *) paths[index]="./${paths[index]}" ;; esac
done
exec node "$GITHUB_ACTION_PATH/bin/waypost.ts" check --report=github --recursive \
  --answers="$RUNNER_TEMP/waypost-answers.ndjson" --answers-for="$WAYPOST_ANSWERS_FOR" "${arguments[@]}" -- "${paths[@]}"
