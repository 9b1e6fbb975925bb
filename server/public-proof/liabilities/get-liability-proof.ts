import { CallError } from '../../../contract/errors.ts';
import type { LiabilityProof } from '../../../contract/proof/liability-proof.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { amountsAt, firstKeptDay, leavesOf } from './liability-trees.ts';
import { selectOwnLeaves, selectTree } from './store-liabilities.ts';
import { leafOfWallet, pathTo, unpackNodes } from './sum-tree.ts';

/** @throws CallError `not-found` without a tree of that day or a leaf of the user. */
export async function getLiabilityProof(
	{ db, clock }: { db: Database; clock: Clock },
	{ day }: { day?: string | null | undefined },
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<LiabilityProof> {
	const tree = await selectTree(db, day ?? null);
	const kept = tree && tree.day >= firstKeptDay(clock.now()) ? tree : undefined;
	const own = kept && (await selectOwnLeaves(db, { day: kept.day, uid }));
	const leaves = own ? leavesOf(own) : [];
	// Leaf positions are not stored, so the user's leaf is recomputed.
	const at = leaves.findIndex((leaf) => own && leafOfWallet(leaf.sum, own.salt, uid).hash.equals(leaf.hash));
	if (!kept || !own || at < 0) throw new CallError('not-found', refusal('no-liability-proof'));
	const [spendable, heldBack, onItsWay] = amountsAt(own.amounts, at);
	const roots = unpackNodes(kept.roots);
	const path = [...pathTo(leaves, at), ...pathTo(roots, own.chunk)];
	return {
		day: kept.day,
		checkpoint: kept.checkpoint,
		at: String(kept.at.getTime()),
		amount: String(leaves[at]?.sum),
		spendable: String(spendable),
		held_back: String(heldBack),
		on_its_way: String(onItsWay),
		salt: own.salt.toString('hex'),
		index: own.chunk * leaves.length + at,
		path: path.map(({ side, sum, hash }) => ({ side, sum: String(sum), hash: hash.toString('hex') })),
		root: kept.root.toString('hex'),
		sum: kept.sum,
	};
}
