import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, type Json } from '../../../test/sites/json-client.ts';
import type { User } from '../world/load.ts';
import type { World } from '../world/world.ts';

export type LiveReader = {
	/** Lines of the offer history that came, by their id. */
	readonly offers: ReadonlySet<string>;
	/** The status of each order that came last. */
	readonly orders: ReadonlyMap<string, string>;
	balance(): number | undefined;
	reached(): string | undefined;
	/** How often it has connected, by the node that held the connection. */
	readonly connections: ReadonlyMap<string, number>;
	end(): Promise<void>;
};

const RECONNECT_AFTER_MS = 200;
/** A stream says something every 25 seconds: it is a lost one that says nothing for this long. */
const SILENCE_MS_MAX = 60_000;

/** Follows a live stream and takes it up by `Last-Event-ID`. @param staysMs how long until it hangs up; absent: it stays. */
export function openLiveReader(
	{ url }: Pick<World, 'url'>,
	{ uid, accessToken }: Pick<User, 'uid' | 'accessToken'>,
	{ reached, staysMs }: { reached?: string | undefined; staysMs?: (() => number) | undefined } = {},
): LiveReader {
	const [offers, orders, connections] = [new Set<string>(), new Map<string, string>(), new Map<string, number>()];
	const over = new AbortController();
	let balance: number | undefined;
	let lastEventId = reached;

	function take({ id, event, data }: Record<string, string>): void {
		if (!data) return;
		const item: Json = JSON.parse(data);
		if (event === 'offer') offers.add(item.id);
		if (event === 'withdrawal') orders.set(item.order_id, item.status);
		if (event === 'user') balance = item.robux;
		lastEventId = id;
	}

	async function readOnce(): Promise<void> {
		const left = new AbortController();
		const timers = staysMs ? [setTimeout(() => left.abort(), staysMs())] : [];
		let silence = setTimeout(() => left.abort(), SILENCE_MS_MAX);
		try {
			const response = await fetch(`${url}/data/users/${uid}/live`, {
				headers: { ...bearer(accessToken), ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
				signal: AbortSignal.any([over.signal, left.signal]),
			});
			if (response.status !== 200 || !response.body) return void (await response.body?.cancel());
			const node = response.headers.get('x-node') ?? 'the only one';
			connections.set(node, (connections.get(node) ?? 0) + 1);
			let text = '';
			for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
				clearTimeout(silence);
				silence = setTimeout(() => left.abort(), SILENCE_MS_MAX);
				const blocks = (text + chunk).split('\n\n');
				text = blocks.pop() ?? '';
				for (const block of blocks) take(fieldsOf(block));
			}
		} finally {
			for (const timer of [...timers, silence]) clearTimeout(timer);
		}
	}

	async function run(): Promise<void> {
		while (!over.signal.aborted) {
			// However it ended, it is taken up again.
			await readOnce().catch(() => {});
			await sleep(RECONNECT_AFTER_MS, undefined, { signal: over.signal }).catch(() => {});
		}
	}

	const ended = run();
	return {
		offers,
		orders,
		balance: () => balance,
		reached: () => lastEventId,
		connections,
		async end() {
			over.abort();
			await ended;
		},
	};
}

function fieldsOf(block: string): Record<string, string> {
	return Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
}
