import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, type Json } from './json-client.ts';

export type LiveReader = ReturnType<typeof openLiveReader>;

const RECONNECT_AFTER_MS = 200;
/** The server sends a heartbeat every 25 s, so longer silence means a lost stream. */
const SILENCE_MS_MAX = 60_000;

/** Reconnects with `Last-Event-ID`. @param staysMs lifetime of each connection; undefined: until it breaks. */
export function openLiveReader(
	{ url }: { url: string },
	{ uid, accessToken }: { uid: string; accessToken: string },
	{ staysMs }: { staysMs?: (() => number) | undefined } = {},
) {
	const [offers, orders] = [new Set<string>(), new Map<string, string>()];
	const over = new AbortController();
	let balance: number | undefined;
	let lastEventId: string | undefined;

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
			for await (const event of eventsIn(response)) {
				clearTimeout(silence);
				silence = setTimeout(() => left.abort(), SILENCE_MS_MAX);
				take(event);
			}
		} finally {
			for (const timer of [...timers, silence]) clearTimeout(timer);
		}
	}

	async function run(): Promise<void> {
		while (!over.signal.aborted) {
			await readOnce().catch(() => {});
			await sleep(RECONNECT_AFTER_MS, undefined, { signal: over.signal }).catch(() => {});
		}
	}

	const ended = run();
	return {
		offers,
		orders,
		balance: () => balance,
		async end() {
			over.abort();
			await ended;
		},
	};
}

/** A comment, such as a heartbeat, gives `{ comment }`. */
export async function* eventsIn(response: Response): AsyncGenerator<Record<string, string>> {
	let text = '';
	for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
		const blocks = (text + chunk).split('\n\n');
		text = blocks.pop() ?? '';
		for (const block of blocks) yield block.startsWith(':') ? { comment: block } : fieldsOf(block);
	}
}

function fieldsOf(block: string): Record<string, string> {
	return Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
}
