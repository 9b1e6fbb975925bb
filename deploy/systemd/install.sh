#!/bin/sh
# Installs or updates the product as a service on Debian 13 or newer, from a release or a clone. Run as root.
# Asks for the settings that it needs. Without a terminal they come from the environment (docs/operations.md).
set -eu

SOURCE=$(cd "$(dirname "$0")/../.." && pwd)
TARGET=/opt/lootpass
NEXT=$TARGET.next
FOLDER=/etc/lootpass
SETTINGS=$FOLDER/lootpass.env
READY_SECONDS=180

stop() {
	echo "$1" >&2
	exit 1
}

# ask NAME PATTERN DEFAULT QUESTION: repeats the question until the answer matches.
ask() {
	eval "answer=\${$1:-}"
	while ! printf '%s\n' "$answer" | grep -Eqx "$2"; do
		[ -z "$answer" ] || echo "  $1 can't be '$answer'." >&2
		[ -t 0 ] || stop "Set $1 ($4), or run this in a terminal."
		printf '%s%s: ' "$4" "${3:+ [$3]}"
		read -r answer || stop 'Nothing was installed.'
		answer=${answer:-$3}
	done
	eval "$1=\$answer"
}

askSettings() {
	ask PUBLIC_URL 'https://[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]+)?' '' 'Address of the site, such as https://rewards.example'
	ask ADMIN_EMAIL "[^@' ]+@[^@' ]+" '' 'Email address of the first admin'
	ask ADMIN_PASSWORD "[^']{12,}" "$(head -c 15 /dev/urandom | base64)" 'First password of that admin, 12 or more characters'
	ask PAYOUT_VENDOR 'rbxcrate|rocheap|manual' rbxcrate 'Payout vendor: rbxcrate, rocheap or manual'
	case $PAYOUT_VENDOR in
	rbxcrate) ask RBXCRATE_API_KEY "[^' ]+" '' 'API key of RBXCrate' ;;
	rocheap) ask ROCHEAP_API_KEY "[^' ]+" '' 'API key of Rocheap' ;;
	esac
	ask SMTP_URL "smtps?://[^' ]+" '' 'Mail server, such as smtps://user:password@mail.example'
	ask MAIL_FROM "[^']*[^@' ]+@[^@' ]+" "Rewards <$ADMIN_EMAIL>" 'Sender of mails'
	ask BACKUP_DIR "/[^']+" /var/backups/lootpass 'Folder of backups, best on another disk'
	ask NETWORK_TABLE "none|/[^']+" none 'MMDB file with countries, or none'
	[ "$NETWORK_TABLE" = none ] || [ -r "$NETWORK_TABLE" ] || stop "There is no file $NETWORK_TABLE."
	ask TLS_PROXY 'caddy|none' caddy 'Proxy to install for https: caddy, or none if there is one'
}

writeSettings() {
	mkdir -p "$FOLDER"
	(umask 077 && cat >"$SETTINGS.new") <<-END
		# docs/settings.md lists all settings. Put values with spaces between single quotes.
		PUBLIC_URL='$PUBLIC_URL'
		PORT=${PORT:-3000}
		TRUSTED_PROXIES='127.0.0.1,::1'
		APP_SECRET='$(head -c 32 /dev/urandom | base64)'
		ADMIN_EMAIL='$ADMIN_EMAIL'
		ADMIN_PASSWORD='$ADMIN_PASSWORD'
		REQUIRE_ADMIN_TOTP=on
		OFFERWALLS_FILE=$FOLDER/offerwalls.json
		BACKUP_DIR='$BACKUP_DIR'
		PAYOUT_VENDOR=$PAYOUT_VENDOR
		RBXCRATE_API_KEY='${RBXCRATE_API_KEY:-}'
		ROCHEAP_API_KEY='${ROCHEAP_API_KEY:-}'
		SMTP_URL='$SMTP_URL'
		MAIL_FROM='$MAIL_FROM'
		# A file with countries: see "Country data" in docs/operations.md.
		NETWORK_TABLE='${NETWORK_TABLE#none}'
	END
	mv "$SETTINGS.new" "$SETTINGS"
}

installPackages() {
	export DEBIAN_FRONTEND=noninteractive
	apt-get update -qq
	# The product runs its own server from Debian's programs, so Debian's cluster isn't needed.
	install -d /etc/postgresql-common/createcluster.d
	echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/lootpass.conf
	apt-get install --yes -qq --no-install-recommends adduser ca-certificates curl nodejs node-corepack postgresql "$@" >/dev/null
	getent passwd lootpass >/dev/null || adduser --quiet --system --group --home /var/lib/lootpass lootpass
}

# The running version stays untouched until the new one is complete.
prepareProgram() {
	rm -rf "$NEXT"
	mkdir -p "$NEXT"
	tar -C "$SOURCE" --exclude=./node_modules --exclude=./.git --exclude=./.data --exclude='./build/[!cw]*' -cf - . | tar -C "$NEXT" --no-same-owner -xf -
	cd "$NEXT"
	# Debian's npm needs hundreds of packages. Corepack gets the npm that package.json names.
	tools=$(mktemp -d)
	export COREPACK_ENABLE_DOWNLOAD_PROMPT=0 COREPACK_HOME="$tools/cache" PATH="$tools:$PATH"
	corepack enable --install-directory "$tools" npm
	node scripts/setup.mjs
	if [ -d web ]; then
		node_modules/.bin/node scripts/web/build-web.mjs --all
		node_modules/.bin/node scripts/release/production.mjs "$NEXT"
		node scripts/setup.mjs
	fi
	rm -r "$tools"
	chown -R root:root "$NEXT"
}

prepareFolders() {
	[ -e "$FOLDER/offerwalls.json" ] || echo '[]' >"$FOLDER/offerwalls.json"
	chown -R root:lootpass "$FOLDER"
	chmod 750 "$FOLDER"
	chmod 640 "$SETTINGS" "$FOLDER/offerwalls.json"
	install -d -m 700 -o lootpass -g lootpass "$(setting BACKUP_DIR)" /var/lib/lootpass
	# The product itself judges the settings.
	env NODE_ENV=production DATA_DIR=/var/lib/lootpass setpriv --reuid=lootpass --regid=lootpass --init-groups \
		node_modules/.bin/node --env-file="$SETTINGS" --input-type=module \
		--eval "import { loadConfig } from '$NEXT/server/app/config.ts'; try { loadConfig(process.env); } catch (error) { console.error(error.message); process.exit(1); }" ||
		stop "Correct $SETTINGS, then run this again. The installed version is unchanged."
}

setting() {
	sed -n "s/^$1='\{0,1\}\([^']*\)'\{0,1\}$/\1/p" "$SETTINGS" | tail -n 1
}

replaceProgram() {
	[ ! -d /run/systemd/system ] || systemctl stop lootpass.service 'lootpass-web@*.service' 2>/dev/null || true
	rm -rf "$TARGET.previous"
	[ ! -e "$TARGET" ] || mv "$TARGET" "$TARGET.previous"
	mv "$NEXT" "$TARGET"
	cd "$TARGET"
	install -m 755 deploy/systemd/lootpass /usr/local/bin/lootpass
	install -m 644 deploy/systemd/lootpass.service deploy/systemd/lootpass-web@.service /etc/systemd/system/
	mkdir -p /etc/systemd/system/lootpass.service.d
	printf '[Service]\nReadWritePaths=-%s\n' "$(setting BACKUP_DIR)" >/etc/systemd/system/lootpass.service.d/backup.conf
}

configureProxy() {
	host=$(setting PUBLIC_URL)
	# TLS_CERTIFICATE: files of certificate and key, in place of a public one.
	sed "s|{\$SITE} {|${host#https://} {${TLS_CERTIFICATE:+\\n\ttls $TLS_CERTIFICATE}|; s|product:3000|127.0.0.1:$(setting PORT)|" \
		deploy/Caddyfile >/etc/caddy/Caddyfile
	[ ! -d /run/systemd/system ] || systemctl reload-or-restart caddy.service
}

startService() {
	systemctl daemon-reload
	systemctl enable --quiet lootpass.service
	systemctl start lootpass.service
	echo 'Starting ...'
	untilAnswered "http://127.0.0.1:$(setting PORT)/readyz" || {
		journalctl --unit lootpass --lines 20 --no-pager >&2
		stop 'The product did not start.'
	}
	# The proxy may still be getting its certificate.
	untilAnswered "$(setting PUBLIC_URL)/readyz" || true
}

untilAnswered() {
	seconds=0
	until curl --fail --silent --output /dev/null "$1"; do
		seconds=$((seconds + 1))
		[ $seconds -lt $READY_SECONDS ] || return 1
		sleep 1
	done
}

[ "$(id -u)" = 0 ] || stop 'Run this as root.'
. /etc/os-release
[ "${ID:-}" = debian ] && [ "${VERSION_ID:-0}" -ge 13 ] || stop 'This needs Debian 13 or newer.'
if [ ! -e "$SETTINGS" ]; then
	askSettings
	writeSettings
fi
if [ "${TLS_PROXY:-none}" = caddy ]; then installPackages caddy; else installPackages; fi
prepareProgram
prepareFolders
replaceProgram
[ "${TLS_PROXY:-none}" = none ] || configureProxy
if [ ! -d /run/systemd/system ]; then
	echo 'Installed. This machine runs no systemd, so nothing was started.'
	exit 0
fi
startService
echo "The site is at $(setting PUBLIC_URL). Sign in as $(setting ADMIN_EMAIL); the password is in $SETTINGS."
lootpass doctor
