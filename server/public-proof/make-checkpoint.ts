import { sql } from 'kysely';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { findAuditHead, sealAudit } from '../lib/audit/audit-chain.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import { type Database, inTransaction, type Tx } from '../lib/db/database.ts';
import { type Checkpoint, checkpointSchema, hashOfCheckpoint, type Liabilities, NO_CHECKPOINT } from './checkpoint.ts';
import { findEarningsHash } from './earnings/publish-earnings.ts';
import { sha256 } from './log/log-tree.ts';
import { type SealDeps, sealTransfers, sealVisible } from './log/seal-transfers.ts';
import { selectLogState } from './log/store-log.ts';
import { createTransferLog } from './log/transfer-log.ts';
import { createLateKeys, type LateKeys } from './people-keys.ts';
import type { ProofKey } from './proof-key.ts';
import { findStatus } from './status/find-status.ts';
import * as store from './store-checkpoints.ts';

/** After a restore, continues the published chain, so that no number is reused. */
export async function keepLost(tx: Tx, published: readonly Checkpoint[]): Promise<void> {
	const last = await store.selectLastCheckpoint(tx);
	let [n, previous] = last ? [last.n, hashOfCheckpoint(readCheckpoint(last.body))] : [0, NO_CHECKPOINT];
	for (const lost of published) {
		if (lost.n !== n + 1 || lost.previous !== previous) continue;
		[n, previous] = [lost.n, hashOfCheckpoint(lost)];
		const { count: transfers } = lost.transfers;
		await store.insertLostCheckpoint(tx, { n, at: new Date(Number(lost.at)), transfers, body: canonicalJson(lost) });
	}
}

export type PublishedSettings = Readonly<Record<string, string | null>>;

/** Includes the shard count, because each shard has its own sums. */
export async function statedSettings(db: Database, published: PublishedSettings) {
	const groups = await db.engine.countGroups();
	const body = canonicalJson(groups === undefined ? published : { ...published, SHARDS: String(groups) });
	return { hash: sha256(body).toString('hex'), body };
}

export type CheckpointDeps = SealDeps & {
	clock: Clock;
	proofKey: ProofKey;
	version: string;
	publishedSettings: PublishedSettings;
	findLiabilities?: (tx: Tx, at: { n: number; atMs: number; keys: LateKeys }) => Promise<Liabilities>;
};

/** Seals the remaining transfers in the same snapshot, so that `transfers` and totals agree. */
export async function makeCheckpoint(deps: CheckpointDeps): Promise<Checkpoint> {
	const { owner } = deps;
	await sealTransfers(deps);
	await sealAudit(deps);
	const lockAndPublish = async (tx: Tx) => {
		// The lock must precede the snapshot.
		await sql`lock table transfer_log in exclusive mode`.execute(tx);
		return publish(tx, deps);
	};
	return inTransaction(owner, lockAndPublish, 'repeatable read');
}

async function publish(tx: Tx, deps: CheckpointDeps): Promise<Checkpoint> {
	const { owner, clock, proofKey, version, publishedSettings, findLiabilities } = deps;
	const keys = createLateKeys(tx);
	const count = await sealVisible(tx, keys.provide, await selectLogState(tx));
	const last = await store.selectLastCheckpoint(tx);
	const atMs = clock.now();
	const n = (last?.n ?? 0) + 1;
	const restoration = await store.selectRestoration(tx, last?.at);
	const settings = await statedSettings(owner, publishedSettings);
	const unsigned = {
		n,
		at: String(atMs),
		transfers: { count, root: (await createTransferLog({ db: owner }).root(tx, count)).toString('hex') },
		audit: await findAuditHead(tx),
		totals: await store.selectTotals(tx),
		liabilities: (await findLiabilities?.(tx, { n, atMs, keys })) ?? null,
		status: await findStatus(tx, atMs),
		earnings: await findEarningsHash(tx),
		restored: restoration ? { after: restoration.after, at: String(restoration.until.getTime()) } : null,
		version,
		settings: settings.hash,
		previous: last ? hashOfCheckpoint(readCheckpoint(last.body)) : NO_CHECKPOINT,
		key: proofKey.id,
	};
	const checkpoint = { ...unsigned, signature: proofKey.sign(unsigned) };
	await store.insertSettings(tx, settings);
	await store.insertCheckpoint(tx, { n, at: new Date(atMs), transfers: count, body: canonicalJson(checkpoint) });
	await keys.write();
	return checkpoint;
}

/** True after a restore until a checkpoint reports it; until then, the log cannot prove the newest checkpoint. */
export async function isRestorationUntold(db: Database): Promise<boolean> {
	return (await store.selectRestoration(db, (await store.selectLastCheckpoint(db))?.at)) !== undefined;
}

export const readCheckpoint = (body: string): Checkpoint => checkpointSchema.parse(JSON.parse(body));
