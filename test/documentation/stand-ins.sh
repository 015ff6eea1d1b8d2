# What stands in for the programs of a page, when test/documentation/shell.ts runs its commands.
# shellcheck shell=bash disable=SC2317 # the commands of a page call these
set -euo pipefail

curl() { command curl --silent --show-error --fail-with-body "$@"; }

# What does not end by itself is used, and ended.
platen() {
  case " $* " in
    ' serve ') serve ;;
    ' mcp '*) mcp "$@" ;;
    *' --watch '*) watch "$@" ;;
    *) ask_platen "$@" ;;
  esac
}
# One process runs the commands of all pages: test/documentation/platen.ts. What they write comes when they have ended.
ask_platen() {
  local answers status
  answers=$(mktemp -d)
  status=$({ printf '%s\0' "$answers" "$PWD" "$#" "$@"; env -0; } |
    command curl --silent --show-error --unix-socket "$PLATEN_SOCKET" --data-binary @- http://platen/)
  cat "$answers/out"
  cat "$answers/error" >&2
  rm -r "$answers"
  return "$status"
}
npx() { "$@"; }

# A server that runs until these commands have ended, with a data folder of its own. $SERVED: where it listens.
SERVERS=()
trap 'if [ ${#SERVERS[@]} -gt 0 ]; then kill "${SERVERS[@]}"; wait; fi' EXIT
serve() {
  local name="server-${#SERVERS[@]}"
  PLATEN_DATA="$PLATEN_DATA/$name" "$NODE" --liftoff-only "$MAIN" serve >"$name.out" 2>"$name.err" &
  SERVERS+=("$!")
  until grep -q '^listening on ' "$name.out"; do
    kill -0 "$!" || { cat "$name.err" >&2; return 1; }
    sleep 0.1
  done
  SERVED=$(sed -n 's/^listening on //p' "$name.out")
}

# Until the result is there; then it is ended as Ctrl-C does.
watch() {
  local words="$*" file
  file=${words##* -o }
  file=${file%% *}
  rm -f "$file"
  "$NODE" --liftoff-only "$MAIN" "$@" 2>watch.err &
  until [ -s "$file" ]; do
    kill -0 "$!" || { cat watch.err >&2; return 1; }
    sleep 0.1
  done
  kill -INT "$!"
  wait "$!"
}

# An agent that begins, and ends when it has an answer.
mcp() {
  local answer agent
  coproc AGENT { "$NODE" --liftoff-only "$MAIN" "$@"; }
  agent=$AGENT_PID
  echo "$INITIALIZE" >&"${AGENT[1]}"
  read -r answer <&"${AGENT[0]}"
  exec {AGENT[1]}>&-
  wait "$agent"
  echo "$answer"
}

# As root on a server.
useradd() { :; }
systemctl() { :; }
runuser() { shift 3; "$@"; }

# A printer.
lp() { cat >printed; }

# "aws s3 sync s3://BUCKET/PREFIX FOLDER", from the bucket of the test.
aws() {
  local key id list
  mkdir -p "$4"
  list=$(curl "$AWS_ENDPOINT_URL_S3/anchors/?versions" | grep -o '<Key>[^<]*</Key><VersionId>[^<]*')
  while IFS='<>' read -r _ _ key _ _ _ id; do
    curl "$AWS_ENDPOINT_URL_S3/anchors/$key?versionId=$id" -o "$4/${key##*/}"
  done <<<"$list"
}
