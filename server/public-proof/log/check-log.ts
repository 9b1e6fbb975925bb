import { sql } from 'kysely';
import { checkAudit } from '../../lib/audit/check-audit.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import { cellsOf, type Database, rowOf, type Tx } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import { type Checkpoint, hashOfCheckpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { readCheckpoint } from '../make-checkpoint.ts';
import { provideKeys } from '../people-keys.ts';
import { isSignedBy } from '../proof-key.ts';
import { findPublicKeys } from '../published-keys.ts';
import { selectCheckpoint, selectCheckpointsAfter } from '../store-checkpoints.ts';
import { keeperOf, type LoggedTransfer } from './leaf.ts';
import { growingRoot } from './log-tree.ts';
import { unpackIds } from './packed-ids.ts';
import { CHUNK_LEAVES, hashesOf, splitHashes } from './seal-transfers.ts';
import { selectChunk, selectLogState, selectTransfers } from './store-log.ts';

type Unchanged = { transfers: number; entries: number; problems: readonly LogProblem[] };

export async function proveUnchanged(db: Database, since: Checkpoint): Promise<Unchanged> {
	const own: LogProblem[] = [];
	const key = (await findPublicKeys(db)).get(since.key);
	if (!key || !isSignedBy(key, since)) {
		own.push({
			rule: 'the saved checkpoint is from this site',
			detail: `no key of this site signed checkpoint ${since.n}`,
		});
	}
	const here = await selectCheckpoint(db, since.n);
	if (!here) own.push({ rule: 'published checkpoints are unchanged', detail: `checkpoint ${since.n} is missing` });
	else if (hashOfCheckpoint(readCheckpoint(here.body)) !== hashOfCheckpoint(since)) {
		own.push({ rule: 'published checkpoints are unchanged', detail: `checkpoint ${since.n} was changed` });
	}
	if (here?.isLost) {
		const detail = `the site was restored to a time before checkpoint ${since.n}, and later transfers are lost`;
		own.push({ rule: 'nothing was lost', detail });
	}
	const log = await checkLog(db, since);
	const audit = await checkAudit(db, since.audit);
	return { transfers: log.transfers, entries: audit.count, problems: [...own, ...log.problems, ...audit.problems] };
}

type LogProblem = { rule: string; detail: string };
type LogCheck = { transfers: number; checkpoints: number; problems: readonly LogProblem[] };

const rules = {
	there: 'no sealed transfer is missing',
	same: 'no sealed transfer was changed',
	erased: 'keys are only erased for deleted accounts',
	passed: 'every settled transfer is sealed',
	root: 'the log matches the published checkpoints',
	chain: 'each checkpoint is signed and follows the previous one',
};
const CHECKPOINTS_AT_ONCE = 1_000;
const PROBLEMS_MAX = 100;

type Expected = { count: number; root: string; of: string };

/**
 * Verifies the log, except transfers of deleted users.
 * @param since a checkpoint stored elsewhere, to detect a superuser who recomputed leaves and roots.
 */
export async function checkLog(db: Database, since?: Checkpoint): Promise<LogCheck> {
	const { settledId, count } = await selectLogState(db);
	const { expected, checkpoints, problems } = await checkChain(db);
	if (since) expected.push({ ...since.transfers, of: `the saved checkpoint ${since.n}` });
	expected.sort((one, other) => one.count - other.count);

	const growing = growingRoot();
	let [leaves, settled] = [0, 0];
	const compare = () => {
		for (let next = expected[0]; next && next.count <= leaves; next = expected[0]) {
			expected.shift();
			if (growing.root().toString('hex') === next.root) continue;
			problems.push({ rule: rules.root, detail: `the first ${next.count} transfers differ from ${next.of}` });
		}
	};
	compare();
	for (let at = 0; at * CHUNK_LEAVES < count; at += 1) {
		const chunk = await selectChunk(db, at);
		if (!chunk) break;
		const [hashes, ids] = [splitHashes(chunk.hashes), unpackIds(chunk.ids)];
		problems.push(...(await checkTransfers(db, ids, hashes)));
		settled += ids.filter((id) => id <= settledId).length;
		for (const hash of hashes) {
			growing.add(hash);
			leaves += 1;
			compare();
		}
	}
	for (const { count: published, of } of expected) {
		problems.push({ rule: rules.root, detail: `${of} has ${published} transfers, the log has ${leaves}` });
	}
	problems.push(...(await passedOver(db, settledId, settled)));
	return { transfers: leaves, checkpoints, problems: problems.slice(0, PROBLEMS_MAX) };
}

async function checkTransfers(db: Database, ids: readonly number[], hashes: readonly Buffer[]): Promise<LogProblem[]> {
	const transfers = new Map((await selectTransfers(db, ids)).map((transfer) => [transfer.id, transfer]));
	const keys = await provideKeys(db, [...transfers.values()].map(keeperOf));
	const known = [...transfers.values()].filter((transfer) => keys.get(keeperOf(transfer)));
	const expected = new Map((await hashesOf(async () => keys, known)).map((hash, at) => [known[at]?.id, hash]));
	const problems: LogProblem[] = [];
	for (const [at, id] of ids.entries()) {
		const transfer = transfers.get(id);
		if (!transfer) problems.push({ rule: rules.there, detail: `transfer ${id} is missing` });
		else if (expected.get(id)?.equals(hashes[at] as Buffer) === false) {
			problems.push({ rule: rules.same, detail: `transfer ${id} was changed` });
		}
	}
	return [
		...problems,
		...(await withoutKey(
			db,
			[...transfers.values()].filter(({ id }) => !expected.has(id)),
		)),
	];
}

async function withoutKey(db: Database, transfers: readonly LoggedTransfer[]): Promise<LogProblem[]> {
	if (transfers.length === 0) return [];
	const uids = [...new Set(transfers.map(({ uid }) => uid))];
	const left = await cellsOf<string>(db)`
		select p.uid from unnest(${uids}::uuid[]) as p (uid) join users u on u.uid = p.uid where u.deleted_at is null
	`;
	return left.map((uid) => ({ rule: rules.erased, detail: `the key of ${uid} is missing, but the account exists` }));
}

/** Finds transfers that were inserted after the log passed their id. */
async function passedOver(db: Database, settledId: number, sealed: number): Promise<LogProblem[]> {
	const row = await rowOf<{ count: number }>(db)`select count(*) as count from transfers where id <= ${settledId}`;
	const more = (row?.count ?? 0) - sealed;
	return more > 0 ? [{ rule: rules.passed, detail: `${more} transfers were inserted later` }] : [];
}

async function checkChain(db: Database) {
	const keys = await findPublicKeys(db);
	const problems: LogProblem[] = [];
	const expected: Expected[] = [];
	let [last, previous] = [0, NO_CHECKPOINT];
	for (;;) {
		const rows = await selectCheckpointsAfter(db, last, CHECKPOINTS_AT_ONCE);
		for (const row of rows) {
			const checkpoint = readCheckpoint(row.body);
			const key = keys.get(checkpoint.key);
			const isFollowing = row.n === last + 1 && checkpoint.n === row.n && checkpoint.previous === previous;
			if (!isFollowing || !key || !isSignedBy(key, checkpoint)) {
				problems.push({ rule: rules.chain, detail: `checkpoint ${row.n}` });
			}
			if (!row.isLost) expected.push({ ...checkpoint.transfers, of: `checkpoint ${row.n}` });
			[last, previous] = [row.n, hashOfCheckpoint(checkpoint)];
		}
		if (rows.length < CHECKPOINTS_AT_ONCE) return { expected, checkpoints: last, problems };
	}
}

export async function checkLogDaily({ owner, clock }: { owner: Database; clock: Clock }): Promise<void> {
	const at = new Date(clock.now());
	const day = at.toISOString().slice(0, 10);
	const done = await rowOf(owner)`select from proof_checks where day = ${day}`;
	if (done) return;
	const { transfers, problems } = await checkLog(owner);
	await sql`
		insert into proof_checks (day, checked_at, transfers, problems)
		values (${day}, ${at}, ${transfers}, ${JSON.stringify(problems)}::jsonb) on conflict (day) do nothing
	`.execute(owner);
}

export async function listProofAlerts({ db }: { db: Database | Tx }): Promise<Alert[]> {
	const last = await rowOf<{ problems: LogProblem[]; at: Date }>(db)`
		select problems, checked_at as at from proof_checks order by day desc limit 1
	`;
	const [first] = last?.problems ?? [];
	if (!last || !first) return [];
	const message = `The books differ from the published checkpoints (${last.problems.length} differences, found ${last.at.toISOString()}). Broken: ${first.rule} (${first.detail}). Run npm run -s cli -- prove-unchanged --since FILE with a checkpoint saved elsewhere.`;
	return [{ kind: 'books-rewritten', message }];
}
