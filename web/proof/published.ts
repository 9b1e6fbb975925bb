import type { PublishedTree } from './check-liability.ts';
import type { PublicKey } from './signature.ts';

export type Published =
	| { isPublic: true; trees: readonly PublishedTree[]; keys: readonly PublicKey[] }
	| { isPublic: false };

const NOT_PUBLIC = 404;

/** What everybody is told, asked in nobody's name. @throws Error where it cannot be read. */
export async function readPublished(signal: AbortSignal): Promise<Published> {
	const read = (address: string) => fetch(address, { credentials: 'omit', signal });
	const [trees, keys] = await Promise.all([read('/proof/liabilities'), read('/.well-known/lootpass-proof.json')]);
	if (trees.status === NOT_PUBLIC) return { isPublic: false };
	if (!trees.ok || !keys.ok) throw new Error(`${trees.status} ${keys.status}`);
	return { isPublic: true, trees: (await trees.json()).items, keys: (await keys.json()).keys };
}

/** Undefined: nobody is told of a tree in that checkpoint. @throws Error where it cannot be read. */
export async function findTree(published: Published, n: number): Promise<PublishedTree | undefined> {
	if (!published.isPublic) return undefined;
	const known = published.trees.find((tree) => tree.n === n);
	if (known) return known;
	// Made since the page was opened.
	const answer = await fetch(`/proof/checkpoints?after=${n - 1}&limit=1`, { credentials: 'omit', cache: 'reload' });
	if (!answer.ok) throw new Error(String(answer.status));
	const [found] = (await answer.json()).items;
	return found?.n === n && found.liabilities ? found : undefined;
}
