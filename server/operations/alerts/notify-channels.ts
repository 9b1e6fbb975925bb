import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import { addEvents } from '../../lib/outbox.ts';
import { replaceAlerts, selectAlerts } from '../../withdrawals/safety/store-safety.ts';
import type { AlertMessage } from './channel.ts';
import type { Post } from './post.ts';
import {
	deleteDelivered,
	insertDelivered,
	leaveChannel,
	noteDailySent,
	noteFailure,
	noteTaken,
	selectDelivered,
	selectFailing,
	takeChannel,
} from './store.ts';

type NotifyDeps = DbDeps & { log: Log; posts: readonly Post[] };

const TRIES_TO_REPORT = 3;
const DAILY_AT_MS = 8 * HOUR_MS;
/** Shorter than the lease, because the last message takes time. */
const SENDING_MS = MINUTE_MS;
const BUSY_MS = 3 * MINUTE_MS;

export async function notifyChannels(deps: NotifyDeps): Promise<void> {
	await Promise.all(deps.posts.map((post) => notifyChannel(deps, post)));
}

export async function listChannelAlerts({ db, posts }: Pick<NotifyDeps, 'db' | 'posts'>): Promise<Alert[]> {
	if (posts.length === 0) return [];
	const failing = await selectFailing(db, TRIES_TO_REPORT);
	return posts.flatMap(({ key, name, where }) => {
		const failure = failing.get(key);
		return failure === undefined
			? []
			: [{ kind: `channel ${name}`, message: `Couldn't send alerts to ${where}: ${failure}.` }];
	});
}

async function notifyChannel(deps: NotifyDeps, post: Post): Promise<void> {
	const { db, clock } = deps;
	const nowMs = clock.now();
	const taken = await takeChannel(db, post.key, { now: new Date(nowMs), until: new Date(nowMs + BUSY_MS) });
	if (!taken) return;
	try {
		await sendNews(deps, post, { ...taken, untilMs: nowMs + SENDING_MS });
	} finally {
		await leaveChannel(db, post.key);
	}
}

type LastSent = { dailySentAt: Date | null; untilMs: number };

async function sendNews(deps: NotifyDeps, post: Post, { dailySentAt, untilMs }: LastSent): Promise<void> {
	const { db, clock, log } = deps;
	for await (const { message, note } of news(deps, post, dailySentAt)) {
		const failure = await post.send(message);
		if (failure !== undefined) {
			log.warn({ channel: post.name, alert: message.alert, why: failure }, "couldn't deliver an alert; retrying");
			return noteFailure(db, post.key, failure);
		}
		await noteTaken(db, post.key);
		await note();
		if (clock.now() >= untilMs) return;
	}
}

type News = { message: AlertMessage; note: () => Promise<void> };

async function* news(
	{ db, clock }: NotifyDeps,
	{ key, isDaily }: Post,
	dailySentAt: Date | null,
): AsyncGenerator<News> {
	const alerts = await selectAlerts(db);
	const known = await selectDelivered(db, key);
	const atMs = clock.now();
	const idOf = ({ kind, raisedAt }: { kind: string; raisedAt: Date }) => `${raisedAt.getTime()} ${kind}`;
	const [raised, delivered] = [new Set(alerts.map(idOf)), new Set(known.map(idOf))];
	for (const alert of known.filter((one) => !raised.has(idOf(one)))) {
		const text = `Resolved: ${alert.message}`;
		yield { message: { alert: alert.kind, state: 'over', text, atMs }, note: () => deleteDelivered(db, key, alert) };
	}
	for (const alert of alerts.filter((one) => !delivered.has(idOf(one)))) {
		const { kind, message: text } = alert;
		yield { message: { alert: kind, state: 'firing', text, atMs }, note: () => insertDelivered(db, key, alert) };
	}
	if (!isDaily) return;
	if (dailySentAt && dailySentAt.getTime() >= lastMorningMs(atMs)) return;
	const note = () => noteDailySent(db, key, new Date(atMs));
	if (alerts.length === 0) {
		yield { message: { alert: 'daily', state: 'over', text: 'All is well.', atMs }, note };
	} else {
		const text = `Open alerts: ${alerts.map(({ message }) => message).join(' ')}`;
		yield { message: { alert: 'daily', state: 'firing', text, atMs }, note };
	}
}

const lastMorningMs = (nowMs: number): number => Math.floor((nowMs - DAILY_AT_MS) / DAY_MS) * DAY_MS + DAILY_AT_MS;

export type WatchDeps = DbDeps & { log: Log; listAlerts: () => Promise<Alert[]> };

export async function watchAlerts({ db, clock, log, listAlerts }: WatchDeps): Promise<void> {
	const found = (await listAlerts()).map(({ kind, message }) => ({ kind, message: withoutPersons(message) }));
	const atMs = clock.now();
	const fresh = await inTransaction(db, async (tx) => {
		const changed = await replaceAlerts(tx, found, new Date(atMs));
		const eventOf =
			(type: 'alert.firing' | 'alert.over') =>
			({ kind: alert, message }: Alert) => ({ type, atMs, data: { alert, message } });
		await addEvents(tx, [...changed.over.map(eventOf('alert.over')), ...changed.fresh.map(eventOf('alert.firing'))]);
		return changed.fresh;
	});
	for (const { kind, message } of fresh) log.error({ alert: kind }, message);
}

const PERSONS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@:;,<>()]+@[^\s@:;,<>()]+\.\w+/gi;

/** Removes ids and addresses, because channels are external servers. */
const withoutPersons = (message: string): string => message.replaceAll(PERSONS, '…');
