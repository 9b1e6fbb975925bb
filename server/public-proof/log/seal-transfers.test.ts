import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../../contract/money.ts';
import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import { isSpread, newUser, openTestDatabase } from '../../../test/support/database.ts';
import { silentLog as log } from '../../../test/support/stubs.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import type { TransferKind } from '../../ledger/transfer.ts';
import { hasRow, inTransaction, rowsOf, type Tx } from '../../lib/db/database.ts';
import { hashOfCheckpoint } from '../checkpoint.ts';
import { makeCheckpoint } from '../make-checkpoint.ts';
import { provideKeys } from '../people-keys.ts';
import { isSignedBy, readProofKey } from '../proof-key.ts';
import { publishKey } from '../published-keys.ts';
import { checkLog, checkLogDaily, listProofAlerts } from './check-log.ts';
import { leafOf, leafText } from './leaf.ts';
import { leafHash, rootOf, rootOfPower, sha256 } from './log-tree.ts';
import { unpackIds } from './packed-ids.ts';
import { sealTransfers, splitHashes } from './seal-transfers.ts';
import { selectLogState } from './store-log.ts';
import { createTransferLog } from './transfer-log.ts';

const { app, owner } = openTestDatabase({ poolSize: 10, afterEachTest: async () => {} });
const proofKey = readProofKey(Buffer.alloc(32, 7).toString('base64url'));
const clock = { now: () => Date.now() };
const publishedSettings = { SANDBOX: 'on', WITHDRAW_DAILY_CAP: null };
const checkpoint = () => makeCheckpoint({ owner, clock, proofKey, version: '9.9.9', publishedSettings });
const seal = () => sealTransfers({ owner });
/** Repeats until no open transaction, such as autovacuum, holds the log back. */
async function settle(): Promise<void> {
	const isBehind = async () => {
		return hasRow(owner)`select from transfer_log where settled_id < (select coalesce(max(id), 0) from transfers)`;
	};
	while (await isBehind()) await seal();
}

const user = () => newUser(app);

let facts = 0;
function post(tx: Tx, uid: string, kind: TransferKind = 'credit') {
	facts += 1;
	const transfer = { kind, uid, wall: 'w', amount: asRobuxCents(100 + facts), reference: `offer/w/${facts}/credit` };
	return postTransfer(tx, { ...transfer, atMs: 1_700_000_000_000 + facts });
}
const credit = (uid: string) => inTransaction(app, (tx) => post(tx, uid));
const credits = async (uid: string, count: number) => {
	for (let n = 0; n < count; n += 1) await credit(uid);
};
async function manyCredits(uid: string, count: number): Promise<void> {
	await sql`
		insert into transfers (uid, at, amount, kind, debit, credit, reference)
		select ${uid}, now(), n, 'credit', 'partner:w', 'wallet', 'offer/w/many-' || ${randomUUID()} || n || '/credit'
		from generate_series(1, ${count}) n
	`.execute(owner);
}

async function logged(): Promise<{ ids: number[]; hashes: Buffer[] }> {
	const rows = await rowsOf<{ ids: Buffer; hashes: Buffer }>(owner)`
		select ids, hashes from transfer_log_chunks order by chunk
	`;
	return { ids: rows.flatMap(({ ids }) => unpackIds(ids)), hashes: rows.flatMap(({ hashes }) => splitHashes(hashes)) };
}
const found = async () => (await checkLog(owner)).problems.map(({ rule }) => rule);

beforeEach(async () => {
	await sql`truncate transfers, transfer_log_chunks, proof_checkpoints, proof_checks, proof_keys, wallets, account_buckets`.execute(
		owner,
	);
	await sql`update transfer_log set count = 0, settled_id = 0, next_settled_id = 0, waits_for = '{}'`.execute(owner);
});

test('the log is sealed in pieces and unlocked between them, so that another run can seal meanwhile', async () => {
	const uid = await user();
	await manyCredits(uid, 5_000);
	let times = 0;
	const giveWay = async () => {
		times += 1;
		if (times === 2) await seal();
	};
	await sealTransfers({ owner, giveWay });
	expect(times).toBeGreaterThanOrEqual(3);
	expect(new Set((await logged()).ids).size).toBe(5_000);
	expect((await logged()).ids).toHaveLength(5_000);
	expect(await found()).toEqual([]);
});

test('the log contains each committed transfer once, in order, with its leaf hash', async () => {
	const uid = await user();
	await credits(uid, 3);
	await seal();
	await credits(uid, 2);
	await Promise.all([seal(), seal(), seal()]);
	await seal();
	const rows = await rowsOf<{ id: number; at: Date; amount: number; reference: string }>(owner)`
		select id, at, amount, reference from transfers order by id
	`;
	const key = (await provideKeys(app, [uid])).get(uid) ?? null;
	const texts = rows.map((row) => leafText(leafOf({ ...row, uid, kind: 'credit' }, key)));
	expect(texts.map((text) => canonicalJson(JSON.parse(text)))).toEqual(texts);
	expect(JSON.parse(texts[0] as string)).toEqual({
		amount: String(rows[0]?.amount),
		at: String(rows[0]?.at.getTime()),
		id: String(rows[0]?.id),
		kind: 'credit',
		reference: expect.stringMatching(/^[0-9a-f]{64}$/),
		user: expect.stringMatching(/^[0-9a-f]{64}$/),
	});
	const { ids, hashes } = await logged();
	expect(ids).toEqual(rows.map(({ id }) => id));
	expect(hashes).toEqual(texts.map(leafHash));
	const log = createTransferLog({ db: app });
	expect(await log.indexOf(ids[4] as number)).toBe(4);
	expect(await log.indexOf(2 ** 40)).toBeUndefined();
});

test('the log appends a transfer that commits late and misses none', async () => {
	const uid = await user();
	const slow = await user();
	await inTransaction(app, async (tx) => {
		await post(tx, slow);
		await credits(uid, 2);
		for (let n = 0; n < 3; n += 1) await seal();
		expect((await logged()).ids).toHaveLength(2);
	});
	await credit(uid);
	await seal();
	const { ids } = await logged();
	expect(ids).toHaveLength(4);
	expect(ids[2]).toBeLessThan(ids[0] as number);
	for (let n = 0; n < 3; n += 1) await seal();
	expect((await logged()).ids).toEqual(ids);
	expect(await found()).toEqual([]);
});

test('the log stores whole chunks with their roots in less than 32.4 bytes per transfer', async () => {
	const uid = await user();
	await manyCredits(uid, 5_000);
	await seal();
	const { hashes } = await logged();
	const tree = createTransferLog({ db: app });
	const find = async (level: number, index: number) =>
		rootOfPower(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
	for (const size of [1, 1023, 1024, 1025, 4096, 5_000]) {
		expect(await tree.root(app, size)).toEqual(await rootOf(find, size));
	}
	const [size] = await rowsOf<{ each: number }>(owner)`
		select sum(octet_length(hashes) + octet_length(ids) + coalesce(octet_length(root), 0) + 80)::float / 5000 as each
		from transfer_log_chunks
	`;
	expect(size?.each).toBeLessThan(32.4);
});

test('the log is written in whole chunks, even if ids have gaps', async () => {
	const uid = await user();
	await manyCredits(uid, 100);
	await settle();
	for (let n = 0; n < 5; n += 1) {
		await manyCredits(uid, 900);
		await sql`select nextval('transfers_id_seq') from generate_series(1, 300)`.execute(owner);
	}
	const counts: number[] = [];
	await sealTransfers({ owner, giveWay: async () => void counts.push((await selectLogState(owner)).count) });
	expect(new Set(counts)).toEqual(new Set([100, 1024, 2048, 3072, 4096]));
	expect((await logged()).ids).toHaveLength(4_600);
	expect(await found()).toEqual([]);
});

test('the log can be changed only by the database owner', async () => {
	for (const change of [
		sql`update transfer_log set count = 0`,
		sql`delete from transfer_log_chunks`,
		sql`update transfer_log_chunks set leaves = 1`,
		sql`insert into proof_checkpoints (n, at, transfers, body) values (1, now(), 0, '')`,
		sql`delete from proof_people`,
		sql`update proof_keys set public_key = ''`,
	]) {
		await expect(change.execute(app)).rejects.toThrow('permission denied');
	}
});

test('a checkpoint is signed, chained to the previous one and consistent', async () => {
	const uid = await user();
	await publishKey({ db: app, clock, log }, proofKey);
	const first = await checkpoint();
	expect(first).toMatchObject({
		n: 1,
		transfers: { count: 0, root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
		totals: { wallet: '0', pending: '0' },
		liabilities: null,
		status: null,
		restored: null,
		version: '9.9.9',
		previous: '0'.repeat(64),
		// The shard count is part of the settings.
		settings: isSpread ? expect.any(String) : sha256(canonicalJson(publishedSettings)).toString('hex'),
	});
	await credits(uid, 3);
	const second = await checkpoint();
	const sum = Object.values(second.totals).reduce((total, each) => total + BigInt(each), 0n);
	expect(sum).toBe(0n);
	expect(second).toMatchObject({ n: 2, previous: hashOfCheckpoint(first), transfers: { count: 3 } });
	expect(isSignedBy(proofKey.publicKey, second)).toBe(true);
	const changed = { ...second, n: 3 };
	expect(isSignedBy(proofKey.publicKey, changed)).toBe(false);
	expect(await checkLog(owner)).toEqual({ transfers: 3, checkpoints: 2, problems: [] });
	const made = await Promise.all([checkpoint(), checkpoint(), checkpoint()]);
	expect(made.map(({ n }) => n).sort()).toEqual([3, 4, 5]);
	expect(await found()).toEqual([]);
});

test('a checkpoint counts exactly the transfers in its totals, including unsealed ones', async () => {
	const uid = await user();
	const writing = (async () => credits(uid, 60))();
	for (let n = 0; n < 5; n += 1) {
		const { transfers, totals } = await checkpoint();
		const ids = (await logged()).ids.slice(0, transfers.count);
		const [row] = await rowsOf<{ sum: string }>(owner)`
			select coalesce(sum(amount), 0)::text as sum from transfers where id = any (${ids}::bigint[])
		`;
		expect(totals.wallet).toBe(row?.sum);
	}
	await writing;
});

const first = sql`(select min(id) from transfers)`;
const CHANGED = 'no sealed transfer was changed';
const DIFFERS = 'the log matches the published checkpoints';
const CHAIN = 'each checkpoint is signed and follows the previous one';
const inBetween = sql`
	insert into transfers (uid, id, at, amount, kind, debit, credit, reference) overriding system value
	select uid, id - 1000, at, 5, kind, debit, credit, 'offer/w/new/credit' from transfers where id = ${first}`;
const rehashed = sql`update transfer_log_chunks set hashes = set_byte(hashes, 3, 1 + get_byte(hashes, 3) % 200)`;
const spoilt: [string, ReturnType<typeof sql>, string][] = [
	['an amount', sql`update transfers set amount = amount + 1 where id = ${first}`, CHANGED],
	['a row that is taken away', sql`delete from transfers where id = ${first}`, 'no sealed transfer is missing'],
	['whose it is', sql`update transfers set uid = gen_random_uuid() where id = ${first}`, CHANGED],
	['a row that is put in between', inBetween, 'every settled transfer is sealed'],
	['a key', sql`update proof_people set key = null`, 'keys are only erased for deleted accounts'],
	['its leaf, too', rehashed, DIFFERS],
	['the end of the log', sql`delete from transfer_log_chunks`, DIFFERS],
	['a checkpoint', sql`update proof_checkpoints set body = replace(body, '9.9.9', '9.9.8')`, CHAIN],
];
// A row cannot change its user across shards.
const possible = spoilt.filter(([what]) => !(isSpread && what === 'whose it is'));
test.each(possible)('the daily check detects a change of: %s', async (_, spoil, rule) => {
	await publishKey({ db: app, clock, log }, proofKey);
	await sql`select setval('transfers_id_seq', 5000)`.execute(owner);
	await credits(await user(), 3);
	const stored = await checkpoint();
	await settle();
	await checkLogDaily({ owner, clock });
	expect(await listProofAlerts({ db: app })).toEqual([]);
	await spoil.execute(owner);
	const tomorrow = { now: () => Date.now() + 86_400_000 };
	await checkLogDaily({ owner, clock: tomorrow });
	expect(await found()).toContain(rule);
	expect(await listProofAlerts({ db: app })).toMatchObject([{ kind: 'books-rewritten' }]);
	expect(stored.transfers.count).toBe(3);
	await sql`update proof_people set key = decode(repeat('ab', 32), 'hex') where key is null`.execute(owner);
});

test('a checkpoint signed again is detected by the next one', async () => {
	await publishKey({ db: app, clock, log }, proofKey);
	await credits(await user(), 1);
	const { signature: _, ...unsigned } = await checkpoint();
	await checkpoint();
	const changed = { ...unsigned, version: '9.9.8' };
	const body = canonicalJson({ ...changed, signature: proofKey.sign(changed) });
	await sql`update proof_checkpoints set body = ${body} where n = ${unsigned.n}`.execute(owner);
	expect((await checkLog(owner)).problems).toMatchObject([{ rule: CHAIN, detail: `checkpoint ${unsigned.n + 1}` }]);
});

test('a completely rebuilt log is detected with a saved checkpoint', async () => {
	await publishKey({ db: app, clock, log }, proofKey);
	await credits(await user(), 3);
	const stored = await checkpoint();
	await sql`update transfers set amount = 1 where id = (select min(id) from transfers)`.execute(owner);
	await sql`truncate transfer_log_chunks, proof_checkpoints`.execute(owner);
	await sql`update transfer_log set count = 0, settled_id = 0, next_settled_id = 0`.execute(owner);
	await checkpoint();
	expect(await found()).toEqual([]);
	expect((await checkLog(owner, stored)).problems).toMatchObject([{ rule: DIFFERS }]);
});
