#!/usr/bin/env bash
# Installs what the ICC tests compare with: Little CMS 2, ArgyllCMS and Chromium. Debian or Ubuntu, as root.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then echo "install-icc-deps: must run as root" >&2; exit 1; fi
if ! command -v apt-get >/dev/null; then echo "install-icc-deps: apt-get is missing" >&2; exit 1; fi
export DEBIAN_FRONTEND=noninteractive
packages=${*:-gcc libc6-dev liblcms2-dev liblcms2-utils argyll chromium}
apt-get update -qq
# shellcheck disable=SC2086 # A list of packages.
apt-get install -y -qq --no-install-recommends $packages >/dev/null
