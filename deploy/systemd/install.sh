#!/bin/sh
# Installs the product from this folder as a service, on Debian 13 or newer, from Debian's packages and npm's alone.
# Tried as written, with a release's files, in an empty Debian 13.8 without a running systemd: what it installs was started by hand as
# its user, made its database and backed it up.
# Run as root; run it again after each change of the files or the settings. First time: writes a list of settings to fill in.
set -eu

SOURCE=$(cd "$(dirname "$0")/../.." && pwd)
TARGET=/opt/lootpass
SETTINGS=/etc/lootpass/lootpass.env

[ "$(id -u)" = 0 ] || { echo 'Run this as root.' >&2; exit 2; }

if [ ! -e "$SETTINGS" ]; then
	mkdir -p "$(dirname "$SETTINGS")"
	(umask 077 && cat >"$SETTINGS") <<-END
		# Put what has spaces in it between double quotes.
		PUBLIC_URL=https://
		TRUSTED_PROXIES=127.0.0.1
		APP_SECRET=$(head -c 32 /dev/urandom | base64)
		ADMIN_EMAIL=
		ADMIN_PASSWORD=
		REQUIRE_ADMIN_TOTP=on
		OFFERWALLS_FILE=/etc/lootpass/offerwalls.json
		BACKUP_DIR=/var/backups/lootpass
		PAYOUT_VENDOR=rbxcrate
		RBXCRATE_API_KEY=
		SMTP_URL=
		MAIL_FROM=
	END
	echo "Fill in $SETTINGS (docs/settings.md names all of them), then run this again."
	exit 1
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# The product runs its own server from Debian's programs, so Debian's cluster isn't needed.
install -d /etc/postgresql-common/createcluster.d
echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/lootpass.conf
apt-get install --yes --quiet --no-install-recommends adduser ca-certificates nodejs npm postgresql
getent passwd lootpass >/dev/null || adduser --quiet --system --group --home /var/lib/lootpass lootpass

if [ "$SOURCE" != "$TARGET" ]; then
	mkdir -p "$TARGET"
	tar -C "$SOURCE" --exclude=./node_modules --exclude=./.git --exclude=./.data --exclude=./build/branded -cf - . | tar -C "$TARGET" -xf -
fi
cd "$TARGET"
# A release brings its pages built. From a clone they are built here, and what they are built of stays behind.
if [ -d web ]; then
	npm install --include=dev --no-audit --no-fund --loglevel=error
	node_modules/.bin/node scripts/web/build-web.mjs
	npm prune --omit=dev --no-audit --no-fund --loglevel=error
	rm -r web
else
	npm install --omit=dev --no-audit --no-fund --loglevel=error
fi
chown -R root:root "$TARGET"
chgrp lootpass /etc/lootpass && chmod 750 /etc/lootpass
install -d -m 700 -o lootpass -g lootpass /var/backups/lootpass

install -m 644 deploy/systemd/lootpass.service deploy/systemd/lootpass-web@.service /etc/systemd/system/
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl enable lootpass.service
	systemctl restart lootpass.service
	systemctl try-restart 'lootpass-web@*.service'
	echo 'Started. "journalctl -u lootpass -f" shows what it says.'
else
	echo 'Installed. This machine runs no systemd, so nothing was started.'
fi
