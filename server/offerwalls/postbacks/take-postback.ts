import type { RobuxCents } from '../../../contract/money.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { type BatcherOptions, createBatchers } from '../../lib/jobs/batcher.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import { bookEvents } from '../booking/book-events.ts';
import type { BookedEvent, EventItem } from '../booking/event-item.ts';
import type { NoteTurn } from '../booking/turns.ts';
import { createWallBrakes } from '../walls/brakes/wall-brakes.ts';
import { holdOf } from '../walls/protection/wall-guard.ts';
import type { Wall } from '../walls/wall.ts';
import type { OfferEvent } from './postback.ts';
import { createPostbackLog, FAULTS, WAIT_MS_MAX } from './postback-log.ts';
import { type PostbackRequest, readRequest } from './reading/read-request.ts';
import { receive, receiveUnknown, UNKNOWN_WALLS } from './receive.ts';
import { type Postback, type PostbackOutcome, type ReceivedPostback, rejectionReasons } from './received-postback.ts';
import { noteStanding } from './standing.ts';
import { readAgain, type WholePostback } from './stored/stored-postback.ts';

export type PostbackDeps = DbDeps & {
	log: Log;
	publish(uid: string): void;
	announceBan(uid: string): void;
	noteUse(use: { uid: string; ip: string; wall: string }): void;
	/** The site's public origin, which some partners sign. */
	publicUrl: string;
	noteTurn?: NoteTurn;
	secretBox?: SecretBox;
	findByAlias?: ((id: string) => Promise<string | undefined>) | undefined;
};

export type EarlyRefusal = { outcome: 'forbidden' | 'malformed'; why: string };

export type TakenOutcome = PostbackOutcome | 'unsupported';

export type PostbackTaker = ReturnType<typeof createPostbackTaker>;

export type EventBatching = Pick<
	BatcherOptions<EventItem, BookedEvent>,
	'batchSizeMax' | 'batchesMax' | 'alongsideFrom' | 'paceMs' | 'waitMsMax'
>;

/** Each batch costs as much as 40 credits. Two run in parallel for different users; each locks its wallets in one order. */
const EVENT_BATCHING: EventBatching = {
	batchSizeMax: 500,
	batchesMax: 2,
	alongsideFrom: 64,
	paceMs: 10,
	waitMsMax: WAIT_MS_MAX,
};
/** One wall's flood fills at most half of the queue. */
const EVENT_QUEUE = { queueLengthMax: 20_000, sourceLengthMax: 10_000 };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createPostbackTaker(deps: PostbackDeps, batching = EVENT_BATCHING) {
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
	const log = createPostbackLog(deps);

	async function bookBraked(items: readonly EventItem[]): Promise<BookedEvent[]> {
		const nowMs = deps.clock.now();
		deps.noteTurn?.('wait', nowMs - Math.min(...items.map(({ received }) => received.atMs)));
		const round = await brakes.open([...new Set(items.map(({ wall }) => wall.id))]);
		return bookEvents(deps.db, items, { brakes: round, noteTurn: deps.noteTurn }).finally(round.close);
	}

	/** @throws Overloaded or a database error: both make the partner retry. */
	async function take(wall: Wall, request: PostbackRequest): Promise<TakenOutcome> {
		const received = receive(deps, wall, request);
		const event = readRequest(wall, request, deps.publicUrl);
		if ('refused' in event) {
			const { refused, why } = event;
			const outcome = refused === 'unsupported' ? 'malformed' : refused;
			const uid = event.uid === undefined ? undefined : userOf(await withUid({ uid: event.uid }));
			await log.keepRefusal({ ...received, uid }, outcome, why);
			return refused;
		}
		if (wall.enabled) return bookVerified(wall, event, received);
		const uid = userOf(await withUid(event));
		return log.keepRefusal({ ...received, uid }, 'switched-off', rejectionReasons.switchedOff);
	}

	/** Verifies the signature again. @returns undefined if the postback cannot be replayed or read. */
	async function takeAgain(wall: Wall, stored: WholePostback) {
		const event = readAgain(deps, wall, stored);
		if (!event || 'refused' in event) return event && { refused: event.refused };
		const { ip, request } = stored;
		return bookVerified(wall, event, { atMs: deps.clock.now(), wall: wall.id, ip, request });
	}

	async function withUid<Named extends { uid: string }>(named: Named): Promise<Named & { alias?: string }> {
		const alias = named.uid;
		const uid = userOf(named) ?? (await deps.findByAlias?.(alias));
		return uid === undefined || uid === alias ? named : { ...named, uid, alias };
	}

	async function bookVerified(wall: Wall, named: OfferEvent, received: ReceivedPostback): Promise<PostbackOutcome> {
		const event = await withUid(named);
		const nothing = bookedNothing(event);
		if (nothing?.uid && event.standing && !(await noteStanding(deps.db, event, new Date(received.atMs))))
			return log.keep({ ...received, outcome: 'unknown-user', why: rejectionReasons.unknownUser });
		if (nothing) return log.keep({ ...received, ...nothing });
		const nowMs = deps.clock.now();
		const item = { event, received, wall, holdOf: (reward: RobuxCents) => holdOf(wall, reward, nowMs) };
		const { outcome, banned } = await events.add(item);
		if (outcome === 'conflict') deps.log.error({ received }, 'transaction ID reused with different contents');
		if (outcome === 'capped') deps.log.warn({ received }, 'capped a reversal at the amount of its credit');
		announce(deps, event, { senderIp: received.ip, outcome });
		if (banned) deps.announceBan(event.uid);
		return outcome;
	}

	return {
		take,
		takeAgain,
		async refuse(wall: Wall, request: PostbackRequest, { outcome, why }: EarlyRefusal) {
			await log.keepRefusal(receive(deps, wall, request), outcome, why);
		},
		async refuseUnknown(request: PostbackRequest) {
			const received = receiveUnknown(deps, request);
			await log.keepRefusal(received, 'forbidden', rejectionReasons.unknownWall, UNKNOWN_WALLS);
		},
		async drain() {
			await Promise.all([events.drain(), log.drain()]);
		},
	};
}

type Announcement = { senderIp: string; outcome: PostbackOutcome };

function announce(deps: PostbackDeps, { uid, wall, userIp }: OfferEvent, { senderIp, outcome }: Announcement): void {
	if (changing.has(outcome)) deps.publish(uid);
	// Some partners send their own IP address as the user's.
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
	if (kind === 'noted' || kind === 'hold' || kind === 'hold-cancelled')
		return { outcome: 'noted', uid, why: event.reason };
	return kind !== 'reversal' && reward === 0 ? { outcome: 'zero', uid } : undefined;
}

function userOf({ uid }: Pick<OfferEvent, 'uid'>): string | undefined {
	return UUID.test(uid) ? uid : undefined;
}
