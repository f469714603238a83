#!/usr/bin/env bash
# Tests the Debian packages. Two builds must produce the same bytes, lintian must report nothing, and a minimal Debian system
# must install, run and remove the packages. The packages are made from the archive that './test archive' makes.
#
# Usage: tests/Packages/debian.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/../Cli/common.sh.inc"
root=$(realpath "$(dirname "$0")/../..")
debs=$root/artifacts/debs
if [ ! -x "$root/artifacts/archives/lanewise/bin/lanewise-fleet" ]; then skip "the ahead-of-time archive is missing; tools/make-archives.sh makes it"; finish; fi
for program in dpkg-deb objdump; do
    if ! command -v $program >/dev/null; then skip "$program is missing; see tools/install-test-deps.sh"; finish; fi
done

export LANEWISE_DEB_COMPRESSION="-Zgzip -z1"
make() { "$root/tools/make-debs.sh" >"$work/command.log" 2>&1 || { cat "$work/command.log"; fail "the packages cannot be built"; finish; }; }
make
mkdir "$work/first" && cp "$debs"/*.deb "$work/first"
make
for deb in "$work"/first/*.deb; do
    name=$(basename "$deb")
    if cmp -s "$deb" "$debs/$name"; then pass; else fail "$name differs when it is rebuilt"; fi
    expect "$name depends only on libc6" 0 "dpkg-deb -f '$deb' Depends" '^libc6 \(>= [0-9.]+\)$'
done
[ "$(ls "$work/first" | wc -l)" -eq 2 ] || fail "there are $(ls "$work/first" | wc -l) packages, not two"
if command -v lintian >/dev/null; then
    expect "lintian reports no problems" 0 "lintian --allow-root --fail-on error,warning --tag-display-limit 0 $work/first/*.deb"
else
    skip "lintian is missing; see tools/install-test-deps.sh"
fi

# Creates the smallest Debian system in which dpkg runs: the C library, a shell, dpkg and their dependencies. The files come
# from packages that are installed on this machine.
if [ "$(id -u)" -ne 0 ] || ! dpkg -s libc6 >/dev/null 2>&1; then
    skip "only root can create a minimal Debian, and only on Debian"
    finish
fi
bare=$work/bare
mkdir -p "$bare"/{usr/bin,usr/lib,usr/sbin,usr/lib64,var/lib/dpkg/{info,updates},var/log,tmp,srv,proc,etc,dev}
for folder in bin lib lib64 sbin; do ln -s usr/$folder "$bare/$folder"; done
touch "$bare/var/lib/dpkg/status" "$bare/dev/null"
for package in libc6 libc-bin libgcc-s1 dash dpkg tar libacl1 libbz2-1.0 liblzma5 libselinux1 libzstd1 zlib1g libpcre2-8-0 libmd0 coreutils libattr1 \
    libgmp10 diffutils gcc-12-base libcrypt1 grep sed; do
    dpkg -s "$package" >"$work/status" 2>/dev/null || continue
    cat "$work/status" >>"$bare/var/lib/dpkg/status"
    echo >>"$bare/var/lib/dpkg/status"
    # Lists the files of a package, including links.
    dpkg -L "$package" | while read -r file; do
        case $file in /usr/share/*) continue ;; esac
        if [ -f "$file" ] || [ -L "$file" ]; then printf '%s\n' "$(realpath "$(dirname "$file")")/$(basename "$file")"; fi
    done
done | sort -u | tar -C / -c --no-recursion -T - 2>/dev/null | tar -C "$bare" -x
[ -e "$bare/usr/bin/sh" ] || ln -sf dash "$bare/usr/bin/sh"
cp "$work"/first/*.deb "$bare/srv"
# The command runs in separate namespaces, so its /proc disappears when the command ends.
in_bare() { unshare --mount env -i PATH=/usr/bin:/usr/sbin:/bin:/sbin HOME=/srv sh -c 'mount -t proc proc "$0/proc"; exec chroot "$0" "$@"' "$bare" "$@"; }
before=$(cd "$bare" && find usr | sort)
printf abc >"$bare/srv/abc"
expect "lanewise is installed" 0 'in_bare sh -c "dpkg -i /srv/lanewise_*.deb"' 'Setting up lanewise '
expect "the installed program runs" 0 'in_bare lanewise sum -a blake3 /srv/abc' '^6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85 '
for algorithm in md5:900150983cd24fb0d6963f7d28e17f72 sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad; do
    expect "${algorithm%:*} works without OpenSSL" 0 "in_bare lanewise sum -a ${algorithm%:*} /srv/abc" "^${algorithm#*:} "
done
expect "prove works without .NET's hashes" 0 'in_bare lanewise prove -a sha1 --seed 1' '^RIGHT: '
expect "bench reports that it needs OpenSSL" 1 'in_bare lanewise bench -a md5' "MD5, which needs OpenSSL"
expect "kernels are measured without OpenSSL" 0 'in_bare lanewise bench --kernels -a xtea' 'of [0-9]+ tables'
expect "argon2 hash reports that it needs OpenSSL" 1 "printf 'a password' | in_bare lanewise argon2 hash" 'needs OpenSSL .* for a random salt'
expect "lanewise fleet reports the missing program" 2 'in_bare lanewise fleet status' 'Install the Debian package lanewise-fleet'
expect "lanewise-fleet is installed" 0 'in_bare sh -c "dpkg -i /srv/lanewise-fleet_*.deb"' 'Setting up lanewise-fleet '
expect "an audit works" 0 'in_bare sh -c "cd /srv && lanewise fleet plan abc && lanewise fleet work --quiet && lanewise fleet report"' '1 recorded'
expect "the package contains the manual pages" 0 'zcat "$bare/usr/share/man/man1/lanewise-fleet.1.gz" "$bare/usr/share/man/man1/lanewise.1.gz"' 'fleet plan'
expect "the packages are removed" 0 'in_bare dpkg --purge lanewise-fleet lanewise' 'Removing lanewise '
after=$(cd "$bare" && find usr | sort)
if [ "$before" = "$after" ]; then pass; else fail "the removed packages leave files: $(diff <(echo "$before") <(echo "$after") | grep '^[<>]' | head -n 5)"; fi
finish
