import type { PublishedTree } from './check-liability.ts';
import type { PublicKey } from './signature.ts';

/** Empty on a private site. */
export type Published<Item> = { isPublic: boolean; items: readonly Item[]; keys: readonly PublicKey[] };

const NOT_PUBLIC = 404;

export type StatusDay = {
	n: number;
	status: {
		day: string;
		/** Bounds in R$ cents, durations in seconds. */
		bands: readonly { from: string; to: string; orders: number; median_s: number; p95_s: number }[];
		refunds: readonly { reason: string; count: number }[];
	};
	key: string;
	signature: string;
};

export const readTrees = (signal: AbortSignal) => readCheckpoints<PublishedTree>('/proof/liabilities', signal);
export const readStatusDays = (signal: AbortSignal) => readCheckpoints<StatusDay>('/proof/status', signal);

/** Sends no credentials. */
export async function readCheckpoints<Item>(address: string, signal: AbortSignal): Promise<Published<Item>> {
	const read = (what: string) => fetch(what, { credentials: 'omit', signal });
	const [checkpoints, keys] = await Promise.all([read(address), read('/.well-known/lootpass-proof.json')]);
	if (checkpoints.status === NOT_PUBLIC) return { isPublic: false, items: [], keys: [] };
	if (!checkpoints.ok || !keys.ok) throw new Error(`${checkpoints.status} ${keys.status}`);
	return { isPublic: true, items: (await checkpoints.json()).items, keys: (await keys.json()).keys };
}

export async function findTree(published: Published<PublishedTree>, n: number): Promise<PublishedTree | undefined> {
	if (!published.isPublic) return undefined;
	const known = published.items.find((tree) => tree.n === n);
	if (known) return known;
	const answer = await fetch(`/proof/checkpoints?after=${n - 1}&limit=1`, { credentials: 'omit', cache: 'reload' });
	if (!answer.ok) throw new Error(String(answer.status));
	const [found] = (await answer.json()).items;
	return found?.n === n && found.liabilities ? found : undefined;
}

export type Cosigned = { n: number; witnesses: readonly { name: string; atMs: number }[] };

/** The server has verified the cosignatures. */
export async function readCosigned(signal: AbortSignal): Promise<Cosigned> {
	const answer = await fetch('/proof/note', { credentials: 'omit', signal });
	if (!answer.ok) throw new Error(String(answer.status));
	const [text = '', signatures = ''] = (await answer.text()).split(/\n\n(?=— )/);
	const n = Number(/^lootpass-checkpoint (\d+) /m.exec(text)?.[1]);
	const witnesses = [...signatures.matchAll(/^— (\S+) (\S+)$/gm)].slice(1).map(([, name = '', blob = '']) => {
		const bytes = Uint8Array.from(atob(blob), (letter) => letter.charCodeAt(0));
		return { name, atMs: Number(new DataView(bytes.buffer).getBigUint64(4)) * 1000 };
	});
	return { n, witnesses };
}
