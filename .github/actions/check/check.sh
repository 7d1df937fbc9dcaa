#!/usr/bin/env bash
# Runs `tracetool check`: annotations in the log, the summary on the job's page, SARIF in a file.
#   check.sh     reads INPUT_PATHS and INPUT_OPTIONS, which action.yml describes
# It ends with the exit code of `check`.
set -euo pipefail

# fail TEXT: an annotation, on one line as GitHub wants it.
fail() {
  local text=${1//%/%25}
  text=${text//$'\r'/%0D}
  printf '::error title=tracetool::%s\n' "${text//$'\n'/%0A}"
  exit 2
}

# split TEXT NAME: its words, into the array `words`; quotes work as in a shell, and nothing is expanded.
split() {
  words=()
  local word list
  list=$(xargs -n 1 printf '%s\n' <<<"$1" 2>/dev/null) || fail "the input '$2' has a quote without its end"
  while IFS= read -r word; do
    if [ -n "$word" ]; then words+=("$word"); fi
  done <<<"$list"
}

split "${INPUT_OPTIONS:-}" options
# The bash of macOS is 3.2, which takes an empty array for one that is not set.
options=(${words[@]+"${words[@]}"})
split "${INPUT_PATHS:-}" paths
if [ ${#words[@]} = 0 ]; then fail "the input 'paths' names no traces"; fi

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/tracetool.XXXXXX")
code=0
tracetool check --format github --also "sarif=$work/check.sarif" --also "markdown=$work/summary.md" \
  ${options[@]+"${options[@]}"} -- "${words[@]}" 2>"$work/errors" || code=$?
cat "$work/errors" >&2
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if [ -s "$work/check.sarif" ]; then echo "sarif=$work/check.sarif" >>"$GITHUB_OUTPUT"; fi
if [ -s "$work/summary.md" ]; then
  cat "$work/summary.md" >>"$GITHUB_STEP_SUMMARY"
else
  # Without a verdict there is no finding to show: the last line of the program's own says why, advice may follow it.
  reason=$(sed -n 's/^tracetool: //p' "$work/errors" | tail -n 1)
  if [ -z "$reason" ]; then reason=$(tail -n 1 "$work/errors"); fi
  printf '::error title=tracetool::no verdict: %s\n' "${reason//%/%25}"
fi
exit "$code"
