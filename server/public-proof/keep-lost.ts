import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import type { Tx } from '../lib/db/database.ts';
import { type Checkpoint, hashOfCheckpoint, NO_CHECKPOINT } from './checkpoint.ts';
import { readCheckpoint } from './make-checkpoint.ts';
import { insertLostCheckpoint, selectLastCheckpoint } from './store-checkpoints.ts';

/** After a restore, continues the published chain, so that no number is reused. */
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
