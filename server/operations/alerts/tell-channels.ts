import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import type { Log } from '../../lib/log.ts';
import { selectAlerts } from '../../withdrawals/safety/store-alerts.ts';
import type { Told } from './channel.ts';
import type { Post } from './post.ts';
import {
	deleteTelling,
	insertTelling,
	leaveChannel,
	noteFailure,
	noteTaken,
	noteWellTold,
	selectFailing,
	selectTellings,
	takeChannel,
} from './store-channels.ts';

export type TellChannelsDeps = { db: Database; clock: Clock; log: Log; posts: readonly Post[] };

const TRIES_TO_REPORT = 3;
/** 08:00 UTC: most operators are awake. */
const WELL_TOLD_AT_MS = 8 * HOUR_MS;
/** The lease leaves time for a last message. */
const TELLING_MS = MINUTE_MS;
const BUSY_MS = 3 * MINUTE_MS;

/** Once per channel and alert, and a daily report. The next run retries failures; a crash can cause a duplicate. */
export async function tellChannels(deps: TellChannelsDeps): Promise<void> {
	await Promise.all(deps.posts.map((post) => tellOne(deps, post)));
}

export async function listChannelAlerts({ db, posts }: Pick<TellChannelsDeps, 'db' | 'posts'>): Promise<Alert[]> {
	if (posts.length === 0) return [];
	const failing = await selectFailing(db, TRIES_TO_REPORT);
	return posts.flatMap(({ key, name, where }) => {
		const why = failing.get(key);
		return why === undefined ? [] : [{ kind: `channel ${name}`, message: `Couldn’t send alerts to ${where}: ${why}.` }];
	});
}

async function tellOne(deps: TellChannelsDeps, post: Post): Promise<void> {
	const { db, clock } = deps;
	const nowMs = clock.now();
	const taken = await takeChannel(db, post.key, { now: new Date(nowMs), until: new Date(nowMs + BUSY_MS) });
	if (!taken) return;
	try {
		await tellNews(deps, post, { ...taken, untilMs: nowMs + TELLING_MS });
	} finally {
		await leaveChannel(db, post.key);
	}
}

type Telling = { wellToldAt: Date | null; untilMs: number };

async function tellNews(deps: TellChannelsDeps, post: Post, { wellToldAt, untilMs }: Telling): Promise<void> {
	const { db, clock, log } = deps;
	for await (const { told, note } of news(deps, post, wellToldAt)) {
		const why = await post.send(told);
		const now = new Date(clock.now());
		if (why !== undefined) {
			log.warn({ channel: post.name, alert: told.alert, why }, 'couldn’t deliver an alert; retrying');
			return noteFailure(db, post.key, why, now);
		}
		await noteTaken(db, post.key, now);
		await note();
		if (now.getTime() >= untilMs) return;
	}
}

type News = { told: Told; note: () => Promise<void> };

async function* news(
	{ db, clock }: TellChannelsDeps,
	{ key, isDaily }: Post,
	wellToldAt: Date | null,
): AsyncGenerator<News> {
	const alerts = await selectAlerts(db);
	const known = await selectTellings(db, key);
	const atMs = clock.now();
	const idOf = ({ kind, raisedAt }: { kind: string; raisedAt: Date }) => `${raisedAt.getTime()} ${kind}`;
	const [raised, told] = [new Set(alerts.map(idOf)), new Set(known.map(idOf))];
	for (const telling of known.filter((one) => !raised.has(idOf(one)))) {
		const text = `Resolved: ${telling.message}`;
		yield { told: { alert: telling.kind, state: 'over', text, atMs }, note: () => deleteTelling(db, key, telling) };
	}
	for (const alert of alerts.filter((one) => !told.has(idOf(one)))) {
		const { kind, message: text } = alert;
		yield { told: { alert: kind, state: 'firing', text, atMs }, note: () => insertTelling(db, key, alert) };
	}
	if (!isDaily) return;
	if (wellToldAt && wellToldAt.getTime() >= lastMorningMs(atMs)) return;
	const note = () => noteWellTold(db, key, new Date(atMs));
	if (alerts.length === 0) {
		yield { told: { alert: 'daily', state: 'over', text: 'All is well.', atMs }, note };
	} else {
		const text = `Open alerts: ${alerts.map(({ message }) => message).join(' ')}`;
		yield { told: { alert: 'daily', state: 'firing', text, atMs }, note };
	}
}

function lastMorningMs(nowMs: number): number {
	return Math.floor((nowMs - WELL_TOLD_AT_MS) / DAY_MS) * DAY_MS + WELL_TOLD_AT_MS;
}
