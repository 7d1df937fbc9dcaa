#!/usr/bin/env bash
# Runs README.md's two commands, as they stand there, on a bare Debian 12: debootstrap's smallest system in a chroot, with
# /proc, /dev/pts and the Swift of this machine on the PATH, and nothing else.
#   bare.sh [FOLDER]   FOLDER is made anew and stays, to look around in; without it a temporary one, which is removed
# It needs root, Debian's package debootstrap, and some 20 minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "$(id -u)" != 0 ]; then
  echo 'bare.sh: only root can make a chroot' >&2
  exit 2
fi
if ! command -v debootstrap >/dev/null; then
  echo 'bare.sh: debootstrap is missing: apt-get install debootstrap' >&2
  exit 2
fi
swift=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")
root=${1:-$(mktemp -d)}
commands=("$(Tests/Readme/check.py --command 1)" "$(Tests/Readme/check.py --command 2)")

# What is mounted goes first: removing the folder would otherwise remove the toolchain and the devices of this machine.
clean_up() {
  local place
  for place in "$swift" dev/pts dev/null dev/urandom proc; do
    if mountpoint -q "$root/$place"; then umount "$root/$place"; fi
  done
  if [ "${1:-}" = all ] && ! grep -q " $root/" /proc/mounts; then rm -rf --one-file-system "$root"; fi
}

clean_up all
mkdir -p "$root"
trap 'clean_up "${keeps:-all}"' EXIT
if [ $# -gt 0 ]; then keeps=mounts; fi
debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || {
  tail -n 20 "$root.log" >&2
  exit 1
}
rm -f "$root.log"
# How Debian's packages are reached is this machine's affair: a proxy, a resolver.
cp -r /etc/apt/apt.conf.d /etc/apt/auth.conf.d "$root/etc/apt/"
if [ -e /etc/resolv.conf ]; then cp -L /etc/resolv.conf "$root/etc/resolv.conf"; fi
mkdir -p "$root$swift" "$root/src"
mount --bind "$swift" "$root$swift"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts"
mount -t devpts -o ptmxmode=666,newinstance devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"
git archive HEAD | tar -x -C "$root/src"

for command in "${commands[@]}"; do
  printf '\n=== %s (%d s)\n' "$command" "$SECONDS"
  chroot "$root" /usr/bin/env -i PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:$swift/bin" HOME=/root \
    bash -c "cd /src && $command"
done
