import type { Readable } from 'node:stream';
import { callError } from '../../../contract/refusals.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import type { BoundLiveSource } from '../../lib/feature.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { createSemaphore } from '../../lib/jobs/semaphores.ts';
import type { LiveHub } from '../../lib/live-hub.ts';
import { decodeEventId } from './event-id.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { getUserDocument } from './user-document.ts';

export type LiveStreamsDeps = {
	db: Database;
	log: Log;
	live: Pick<LiveHub, 'subscribe'>;
	listLiveSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
};

export type LiveStreams = ReturnType<typeof createLiveStreams>;
type Follower = Pick<Actor, 'uid' | 'sessionId'>;
type Following = { lastEventId: unknown; sources: readonly BoundLiveSource[] };

/** Limits per node. A user's ninth stream closes their oldest one, which may be orphaned. */
const STREAMS_PER_USER = 8;
const STREAMS_PER_NODE = 10_000;
/** The interval also finds sign-outs and bans whose notification was lost. */
const CHECK_EVERY_MS = 500;
/** Concurrent reads, so that a broadcast does not exhaust the connection pool. */
const READS_AT_ONCE = 4;

type OpenStream = LiveStream & { uid: string; sessionId: string };

export function createLiveStreams(deps: LiveStreamsDeps) {
	const streams = new Set<OpenStream>();
	const reads = createSemaphore(READS_AT_ONCE);
	let checkTimer: NodeJS.Timeout | undefined;
	let isClosed = false;

	const inTurn = (source: BoundLiveSource): BoundLiveSource => ({
		name: source.name,
		listChangesSince: (uid, position) => reads.run(() => source.listChangesSince(uid, position)),
	});

	const open = ({ uid, sessionId }: Follower, { lastEventId, sources }: Following): Readable => {
		if (isClosed || streams.size >= STREAMS_PER_NODE) throw callError('unavailable', 'overloaded');
		const ofUser = [...streams].filter((stream) => stream.uid === uid);
		if (ofUser.length >= STREAMS_PER_USER) ofUser[0]?.close();
		const opened = openLiveStream({
			uid,
			log: deps.log,
			reached: decodeEventId(lastEventId),
			sources: sources.map(inTurn),
			readDocument: () => reads.run(() => getUserDocument(deps.db, uid)),
		});
		const stop = deps.live.subscribe(uid, opened.refresh);
		const stream = { uid, sessionId, ...opened };
		streams.add(stream);
		opened.closed.addEventListener('abort', () => {
			stop();
			streams.delete(stream);
		});
		scheduleCheck();
		return opened.output;
	};

	function scheduleCheck(): void {
		if (isClosed || checkTimer || streams.size === 0) return;
		checkTimer = setTimeout(() => void checkSessions(), CHECK_EVERY_MS);
		checkTimer.unref();
	}

	async function checkSessions(): Promise<void> {
		try {
			const checked = [...streams];
			const live = new Set(await deps.listLiveSessions([...new Set(checked.map(({ sessionId }) => sessionId))]));
			for (const stream of checked) if (!live.has(stream.sessionId)) stream.close();
		} catch (error) {
			deps.log.warn({ err: error }, "couldn't check the sessions of live streams");
		}
		checkTimer = undefined;
		scheduleCheck();
	}

	return {
		open,
		closeAll() {
			isClosed = true;
			clearTimeout(checkTimer);
			for (const stream of streams) stream.close();
		},
	};
}
