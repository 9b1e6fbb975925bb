import type { PublishedTree } from './check-liability.ts';
import type { PublicKey } from './signature.ts';

export type Published =
	| { isPublic: true; trees: readonly PublishedTree[]; keys: readonly PublicKey[] }
	| { isPublic: false };

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
export type StatusDays =
	| { isPublic: true; days: readonly StatusDay[]; keys: readonly PublicKey[] }
	| { isPublic: false };

export async function readPublished(signal: AbortSignal): Promise<Published> {
	const found = await readCheckpoints<PublishedTree>('/proof/liabilities', signal);
	return found ? { isPublic: true, trees: found.items, keys: found.keys } : { isPublic: false };
}

export async function readStatusDays(signal: AbortSignal): Promise<StatusDays> {
	const found = await readCheckpoints<StatusDay>('/proof/status', signal);
	return found ? { isPublic: true, days: found.items, keys: found.keys } : { isPublic: false };
}

/** Sends no credentials. @returns undefined on a private site. */
export async function readCheckpoints<Item>(
	address: string,
	signal: AbortSignal,
): Promise<{ items: Item[]; keys: PublicKey[] } | undefined> {
	const read = (what: string) => fetch(what, { credentials: 'omit', signal });
	const [checkpoints, keys] = await Promise.all([read(address), read('/.well-known/lootpass-proof.json')]);
	if (checkpoints.status === NOT_PUBLIC) return undefined;
	if (!checkpoints.ok || !keys.ok) throw new Error(`${checkpoints.status} ${keys.status}`);
	return { items: (await checkpoints.json()).items, keys: (await keys.json()).keys };
}

export async function findTree(published: Published, n: number): Promise<PublishedTree | undefined> {
	if (!published.isPublic) return undefined;
	const known = published.trees.find((tree) => tree.n === n);
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
