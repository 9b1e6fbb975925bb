import type { RobuxCents } from '../../../contract/money.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, sqlState } from '../../lib/db/database.ts';
import { outcomeIfUnavailable } from '../../lib/db/database-unavailable.ts';
import { type BatcherOptions, createBatcher, createBatchers } from '../../lib/jobs/batcher.ts';
import type { Log } from '../../lib/log.ts';
import { bookEvents } from '../booking/book-events.ts';
import type { BookedEvent, EventItem } from '../booking/event-item.ts';
import { insertPostbacks } from '../booking/store.ts';
import type { NoteTurn } from '../booking/turns.ts';
import { createWallBrakes } from '../walls/brakes/wall-brakes.ts';
import { holdOf } from '../walls/hold-rule.ts';
import type { Wall } from '../walls/wall.ts';
import type { OfferEvent } from './postback.ts';
import { type PostbackRequest, readRequest } from './read-request.ts';
import {
	createMask,
	type Postback,
	type PostbackOutcome,
	type ReceivedPostback,
	rejectionReasons,
} from './received-postback.ts';
import { readStored, type StoredPostback } from './stored/stored-postback.ts';
import { createUnverified } from './unverified.ts';

export type PostbackDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	publish(uid: string): void;
	announceBan(uid: string): void;
	noteUse(use: { uid: string; ip: string; wall: string }): void;
	/** Our public origin, which some partners sign. */
	publicUrl: string;
	noteTurn?: NoteTurn;
};

export type EarlyRefusal = { outcome: 'forbidden' | 'malformed'; why: string };

/** `unsupported` is stored as malformed. */
export type TakenOutcome = PostbackOutcome | 'unsupported';

export type PostbackTaker = {
	/** @throws Overloaded or a database error: both make the partner retry. */
	take(wall: Wall, request: PostbackRequest): Promise<TakenOutcome>;
	/** @returns undefined if the postback cannot be replayed or read. */
	takeAgain(wall: Wall, stored: StoredPostback): Promise<PostbackOutcome | undefined>;
	refuse(wall: Wall, request: PostbackRequest, refusal: EarlyRefusal): Promise<void>;
	drain(): Promise<void>;
};

export type EventBatching = Pick<
	BatcherOptions<EventItem, BookedEvent>,
	'batchSizeMax' | 'batchesMax' | 'alongsideFrom' | 'paceMs' | 'waitMsMax'
>;

/** Partners time out after about five seconds, including network time. */
const WAIT_MS_MAX = 2_500;

/** A batch costs as much as 40 credits. Two run in parallel for different users; each locks its wallets in one order. */
const EVENT_BATCHING: EventBatching = {
	batchSizeMax: 500,
	batchesMax: 2,
	alongsideFrom: 64,
	paceMs: 10,
	waitMsMax: WAIT_MS_MAX,
};
/** One wall's flood fills at most half of the queue. */
const EVENT_QUEUE = { queueLengthMax: 20_000, sourceLengthMax: 10_000 };
const REFUSAL_BATCHING = {
	batchSizeMax: 500,
	batchesMax: 1,
	alongsideFrom: 1,
	paceMs: 20,
	queueLengthMax: 5_000,
	sourceLengthMax: 2_500,
	waitMsMax: WAIT_MS_MAX,
};
const FAULTS = { isItemsFault: isRowsFault, isEverybodys: isDatabaseUnavailable };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createPostbackTaker(deps: PostbackDeps, batching = EVENT_BATCHING): PostbackTaker {
	const brakes = createWallBrakes(deps);
	const events = createBatchers<EventItem, BookedEvent>(
		{
			write: (items) => bookBraked(items),
			...batching,
			...EVENT_QUEUE,
			sourceOf: ({ wall }) => wall.id,
			keyOf: ({ event }) => event.uid,
			...FAULTS,
		},
		({ event }) => deps.db.engine.groupOf(event.uid),
	);
	const storing = createBatcher<Postback, void>({
		write: async (postbacks) => {
			await insertPostbacks(deps.db, postbacks);
			return postbacks.map(() => undefined);
		},
		...REFUSAL_BATCHING,
		sourceOf: ({ wall }) => wall,
		...FAULTS,
	});

	async function bookBraked(items: readonly EventItem[]): Promise<BookedEvent[]> {
		const nowMs = deps.clock.now();
		deps.noteTurn?.('wait', nowMs - Math.min(...items.map(({ received }) => received.atMs)));
		const round = await brakes.open([...new Set(items.map(({ wall }) => wall.id))]);
		return bookEvents(deps.db, items, { brakes: round, noteTurn: deps.noteTurn }).finally(round.close);
	}

	const unverified = createUnverified(deps);

	async function take(wall: Wall, request: PostbackRequest): Promise<TakenOutcome> {
		const received = receive(deps.clock, wall, request);
		const event = readRequest(wall, request, deps.publicUrl);
		if ('refused' in event) {
			const { refused, why } = event;
			const outcome = refused === 'unsupported' ? 'malformed' : refused;
			const uid = event.uid === undefined ? undefined : userOf({ uid: event.uid });
			await keepRefusal({ ...received, uid }, outcome, why);
			return refused;
		}
		if (!wall.enabled)
			return keepRefusal({ ...received, uid: userOf(event) }, 'switched-off', rejectionReasons.switchedOff);
		return bookVerified(wall, event, received);
	}

	async function takeAgain(wall: Wall, stored: StoredPostback): Promise<PostbackOutcome | undefined> {
		const event = readStored(wall, stored);
		if (!event) return undefined;
		const { ip, request } = stored;
		return bookVerified(wall, event, { atMs: deps.clock.now(), wall: wall.id, ip, request });
	}

	async function bookVerified(wall: Wall, event: OfferEvent, received: ReceivedPostback): Promise<PostbackOutcome> {
		const nothing = bookedNothing(event);
		if (nothing) return keep({ ...received, ...nothing });
		const nowMs = deps.clock.now();
		const item = { event, received, wall, holdOf: (reward: RobuxCents) => holdOf(wall, reward, nowMs) };
		const { outcome, banned } = await events.add(item);
		if (outcome === 'conflict') deps.log.error({ received }, 'transaction ID reused with different contents');
		if (outcome === 'capped') deps.log.warn({ received }, 'capped a reversal at the amount of its credit');
		announce(deps, event, { senderIp: received.ip, outcome });
		if (banned) deps.announceBan(event.uid);
		return outcome;
	}

	async function keep(postback: Postback): Promise<PostbackOutcome> {
		await storing.add(postback);
		return postback.outcome;
	}

	/** Responds even if the refusal cannot be stored, because a refusal must not depend on the database. */
	async function keepRefusal(received: Omit<Postback, 'outcome' | 'why'>, outcome: PostbackOutcome, reason: string) {
		const postback = unverified.share({ ...received, outcome, why: reason });
		if (!postback) return outcome;
		const { wall, ip, request } = postback;
		deps.log.warn({ wall, ip, request, why: reason }, `postback rejected: ${outcome}`);
		await storing.add(postback).catch((error) => deps.log.error({ err: error }, "couldn't store a rejected postback"));
		return outcome;
	}

	return {
		take,
		takeAgain,
		async refuse(wall, request, { outcome, why }) {
			await keepRefusal(receive(deps.clock, wall, request), outcome, why);
		},
		async drain() {
			await Promise.all([events.drain(), storing.drain(), unverified.flush()]);
		},
	};
}

type Announcement = { senderIp: string; outcome: PostbackOutcome };

function announce(deps: PostbackDeps, { uid, wall, userIp }: OfferEvent, { senderIp, outcome }: Announcement): void {
	if (changing.has(outcome)) deps.publish(uid);
	// Some partners send their own address as the user's.
	if (earning.has(outcome) && userIp !== undefined && userIp !== senderIp) deps.noteUse({ uid, wall, ip: userIp });
}

const earning: ReadonlySet<PostbackOutcome> = new Set(['booked', 'held']);
const changing: ReadonlySet<PostbackOutcome> = new Set(['booked', 'held', 'reversed', 'capped', 'cancelled']);

function bookedNothing(event: OfferEvent): Pick<Postback, 'outcome' | 'why' | 'uid'> | undefined {
	const { kind, reward } = event;
	const uid = userOf(event);
	if (kind === 'test') return { outcome: 'test' };
	if (uid === undefined) return { outcome: 'unknown-user', why: rejectionReasons.unnamedUser(event.uid) };
	if (kind === 'screen-out') return { outcome: 'screen-out', uid };
	if (kind === 'noted' || kind === 'hold' || kind === 'hold-cancelled') return { outcome: 'noted', uid };
	return kind !== 'reversal' && reward === 0 ? { outcome: 'zero', uid } : undefined;
}

function userOf({ uid }: Pick<OfferEvent, 'uid'>): string | undefined {
	return UUID.test(uid) ? uid : undefined;
}

function receive(clock: Clock, wall: Wall, request: PostbackRequest): ReceivedPostback {
	const body = request.body === '' ? '' : `\n${textOf(request.body)}`;
	return {
		atMs: clock.now(),
		wall: wall.id,
		ip: request.ip,
		request: maskOf(wall)(`${request.method} ${request.address}${body}`),
	};
}

/** For the log. Bytes that are not UTF-8 stay one character each. */
function textOf(bytes: string): string {
	const text = Buffer.from(bytes, 'latin1').toString();
	return text.includes('\ufffd') ? bytes : text;
}

const masks = new WeakMap<Wall, (text: string) => string>();

function maskOf(wall: Wall): (text: string) => string {
	const mask = masks.get(wall) ?? createMask({ parameters: secretParametersOf(wall), pathKey: wall.pathKey });
	masks.set(wall, mask);
	return mask;
}

function secretParametersOf({ partner: { signature } }: Wall): string[] {
	return 'parameter' in signature ? [signature.parameter] : [];
}

function isDatabaseUnavailable(error: unknown): boolean {
	return outcomeIfUnavailable(error) !== undefined;
}

/** PostgreSQL classes 22 (data) and 23 (integrity) and RangeErrors concern one row. */
function isRowsFault(error: unknown): boolean {
	return error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? '');
}
