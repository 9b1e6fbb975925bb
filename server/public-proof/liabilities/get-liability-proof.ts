import type { LiabilityProof } from '../../../contract/proof/liability-proof.ts';
import { callError } from '../../../contract/refusals.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { amountsAt, firstStoredDay, leavesOf } from './liability-trees.ts';
import { selectOwnLeaves, selectTree } from './store-liabilities.ts';
import { leafOfWallet, pathTo, unpackNodes } from './sum-tree.ts';

export async function getLiabilityProof(
	{ db, clock }: DbDeps,
	{ day }: { day?: string | null | undefined },
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<LiabilityProof> {
	const tree = await selectTree(db, day ?? null);
	const stored = tree && tree.day >= firstStoredDay(clock.now()) ? tree : undefined;
	const own = stored && (await selectOwnLeaves(db, { day: stored.day, uid }));
	const leaves = own ? leavesOf(own) : [];
	// Positions of leaves are not stored, so the user's leaf is computed and searched.
	const at = leaves.findIndex((leaf) => own && leafOfWallet(leaf.sum, own.salt, uid).hash.equals(leaf.hash));
	if (!stored || !own || at < 0) throw callError('not-found', 'no-liability-proof');
	const [spendable, heldBack, onItsWay] = amountsAt(own.amounts, at);
	const roots = unpackNodes(stored.roots);
	const path = [...pathTo(leaves, at), ...pathTo(roots, own.chunk)];
	return {
		day: stored.day,
		checkpoint: stored.checkpoint,
		at: String(stored.at.getTime()),
		amount: String(leaves[at]?.sum),
		spendable: String(spendable),
		held_back: String(heldBack),
		on_its_way: String(onItsWay),
		salt: own.salt.toString('hex'),
		index: own.chunk * leaves.length + at,
		path: path.map(({ side, sum, hash }) => ({ side, sum: String(sum), hash: hash.toString('hex') })),
		root: stored.root.toString('hex'),
		sum: stored.sum,
	};
}
