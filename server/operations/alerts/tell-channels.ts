import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { AskOutside } from '../../lib/http/outbound.ts';
import type { Log } from '../../lib/log.ts';
import { listAlerts } from '../../withdrawals/safety/watch-payouts.ts';
import type { Channel, Told } from './channel.ts';
import { sendTold } from './send-told.ts';
import {
	deleteTelling,
	insertTelling,
	noteFailure,
	noteTaken,
	noteWellTold,
	selectChannel,
	selectFailing,
	selectTellings,
} from './store-channels.ts';

export type TellChannelsDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	channels: readonly Channel[];
	brand: string;
	/** Another one in tests. */
	ask?: AskOutside;
};

export const TELL_CHANNELS_TASK = 'tell-channels';

/** Once is a hiccup. */
const TRIES_TO_REPORT = 3;
/** When operators in most of the world are awake, in UTC. */
const WELL_TOLD_AT_MS = 8 * HOUR_MS;

/**
 * Each alert once to each channel, and once that it is over; each day whether all is well, so that silence means something.
 * What a channel does not take is tried again by the next look; one that died between message and note is told twice.
 */
export async function tellChannels(deps: TellChannelsDeps): Promise<void> {
	await Promise.all(deps.channels.map((channel) => tellOne(deps, channel)));
}

/** Channels that take nothing, told as any other alert: by mail, in the admin area, and by the channels that work. */
export async function listChannelAlerts({ db, channels }: Pick<TellChannelsDeps, 'db' | 'channels'>) {
	if (channels.length === 0) return [];
	const failing = await selectFailing(db, TRIES_TO_REPORT);
	return channels.flatMap(({ key, name }) => {
		const why = failing.get(key);
		return why === undefined
			? []
			: [{ kind: `channel ${name}`, message: `Alerts do not reach channel ${name} of ALERT_URLS: ${why}.` }];
	});
}

async function tellOne(deps: TellChannelsDeps, channel: Channel): Promise<void> {
	const { db, clock, log, brand, ask } = deps;
	for await (const { told, note } of news(deps, channel)) {
		const why = await sendTold({ channel, brand, ask }, told);
		const now = new Date(clock.now());
		if (why !== undefined) {
			log.warn({ channel: channel.name, alert: told.alert, why }, 'an alert was not taken, and is tried again');
			await noteFailure(db, channel.key, why, now);
			return;
		}
		await noteTaken(db, channel.key, now);
		await note();
	}
}

type News = { told: Told; note: () => Promise<void> };

/** What this channel does not know yet, in the order in which it is told. */
async function* news({ db, clock }: TellChannelsDeps, { key }: Channel): AsyncGenerator<News> {
	const alerts = await listAlerts({ db });
	const known = await selectTellings(db, key);
	const atMs = clock.now();
	const idOf = ({ kind, raisedAt }: { kind: string; raisedAt: Date }) => `${raisedAt.getTime()} ${kind}`;
	const [raised, told] = [new Set(alerts.map(idOf)), new Set(known.map(idOf))];
	for (const telling of known.filter((one) => !raised.has(idOf(one)))) {
		const text = `Over: ${telling.message}`;
		yield { told: { alert: telling.kind, state: 'over', text, atMs }, note: () => deleteTelling(db, key, telling) };
	}
	for (const alert of alerts.filter((one) => !told.has(idOf(one)))) {
		const { kind, message: text } = alert;
		yield { told: { alert: kind, state: 'firing', text, atMs }, note: () => insertTelling(db, key, alert) };
	}
	const { wellToldAt } = await selectChannel(db, key);
	if (wellToldAt && wellToldAt.getTime() >= lastMorningMs(atMs)) return;
	const note = () => noteWellTold(db, key, new Date(atMs));
	if (alerts.length === 0) {
		yield { told: { alert: 'daily', state: 'over', text: 'All is well.', atMs }, note };
	} else {
		const text = `Still open: ${alerts.map(({ message }) => message).join(' ')}`;
		yield { told: { alert: 'daily', state: 'firing', text, atMs }, note };
	}
}

function lastMorningMs(nowMs: number): number {
	return Math.floor((nowMs - WELL_TOLD_AT_MS) / DAY_MS) * DAY_MS + WELL_TOLD_AT_MS;
}
