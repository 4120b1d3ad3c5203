#!/bin/sh
# Installs the browser of the tests, and type to draw with, on Debian, as root.
set -eu

command -v chromium >/dev/null 2>&1 && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends chromium fonts-dejavu-core fonts-noto-core
