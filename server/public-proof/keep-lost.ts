import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Tx } from '../lib/db/database.ts';
import { type Checkpoint, hashOfCheckpoint, NO_CHECKPOINT } from './checkpoint.ts';
import { readCheckpoint } from './make-checkpoint.ts';
import { insertLostCheckpoint, selectLastCheckpoint } from './store-checkpoints.ts';

/**
 * Of a site that was brought back: what it had published since goes on in the chain, so that no number is given twice. What
 * does not follow the last one that is here is left out.
 */
export async function keepLost(tx: Tx, published: readonly Checkpoint[]): Promise<void> {
	const last = await selectLastCheckpoint(tx);
	let [n, previous] = last ? [last.n, hashOfCheckpoint(readCheckpoint(last.body))] : [0, NO_CHECKPOINT];
	for (const checkpoint of published) {
		if (checkpoint.n !== n + 1 || checkpoint.previous !== previous) continue;
		[n, previous] = [checkpoint.n, hashOfCheckpoint(checkpoint)];
		const { count: transfers } = checkpoint.transfers;
		await insertLostCheckpoint(tx, {
			n,
			at: new Date(Number(checkpoint.at)),
			transfers,
			body: canonicalJson(checkpoint),
		});
	}
}
