import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRobuxCents, asUsdMicros } from '../contract/money.ts';
import { checkBooks } from '../server/books/check-books.ts';
import { postTransfer } from '../server/ledger/post-transfer.ts';
import { insertPostings } from '../server/ledger/store-postings.ts';
import { type NewTransfer, toPosting } from '../server/ledger/transfer.ts';
import { openWallet } from '../server/ledger/wallet.ts';
import { createDatabase, createPool, type Database, inTransaction, LostRace } from '../server/lib/db/database.ts';
import { EMBEDDED_APP_LOGIN } from '../server/lib/postgres/embedded-postgres.ts';
import { countChargebacks } from '../server/offerwalls/booking/chargeback.ts';
import { checkLog } from '../server/public-proof/check-log.ts';
import type { Checkpoint } from '../server/public-proof/checkpoint.ts';
import { makeCheckpoint } from '../server/public-proof/make-checkpoint.ts';
import { readProofKey } from '../server/public-proof/proof-key.ts';
import { publishKey } from '../server/public-proof/published-keys.ts';
import { selectSettings } from '../server/public-proof/store-checkpoints.ts';
import { spreadTables } from '../server/spread/places.ts';
import { planSpread, spreadSite } from '../server/spread/spread-site.ts';
import { CITUS_IS_MISSING, type CitusCluster, findCitus, startCitus } from './sites/citus-cluster.ts';
import { migrateAndSpread } from './sites/test-cluster.ts';

const isThere = (await findCitus()) !== undefined;
if (!isThere) console.log(CITUS_IS_MISSING);

describe.runIf(isThere)('a database that is spread over two machines', () => {
	let cluster: CitusCluster;
	let app: Database;
	let owner: Database;
	const open = (url: string, poolSize: number) =>
		createDatabase(createPool({ url, poolSize, applicationName: 'test', onError: () => {} }));

	beforeAll(async () => {
		cluster = await startCitus({ workers: 2, durable: false });
		await migrateAndSpread(cluster.ownerUrl);
		app = open(cluster.appUrl, 10);
		owner = open(cluster.ownerUrl, 2);
	});

	afterAll(async () => {
		await app?.destroy();
		await owner?.destroy();
		await cluster?.stop();
	});

	const creditOf = (uid: string): NewTransfer => ({
		kind: 'credit',
		uid,
		wall: 'w',
		amount: asRobuxCents(100),
		atMs: 0,
		reference: `offer/w/${randomUUID()}/credit`,
		memo: { payoutMicros: asUsdMicros(1), offerId: undefined, offerName: undefined },
	});

	async function person(): Promise<string> {
		const uid = randomUUID();
		await openWallet(app, uid);
		await sql`insert into users (uid, created_at) values (${uid}, now())`.execute(app);
		return uid;
	}

	/** Ten credits of each person; looks at least once, and again until they are booked. */
	async function whileBooking(people: number, look: () => Promise<void>): Promise<void> {
		const uids = await Promise.all(Array.from({ length: people }, person));
		let isOver = false;
		const booking = Promise.all(
			uids.map(async (uid) => {
				for (let n = 0; n < 10; n += 1) await inTransaction(app, (tx) => postTransfer(tx, creditOf(uid)));
			}),
		).finally(() => {
			isOver = true;
		});
		do await look();
		while (!isOver);
		await booking;
	}

	test('is spread once: again changes nothing, and nothing is left to plan', async () => {
		expect(await planSpread(owner, EMBEDDED_APP_LOGIN)).toEqual([]);
		const given = { ownerUrl: cluster.ownerUrl, appLogin: EMBEDDED_APP_LOGIN, tell: () => {} };
		expect(await spreadSite(given)).toEqual({ done: [], problems: [] });
		const { rows } = await sql<{ count: number }>`
			select count(*)::int as count from pg_dist_partition where partmethod = 'h'
		`.execute(owner);
		expect(rows[0]?.count).toBe(Object.keys(spreadTables).length);
	});

	test('the books hold at every moment of a load, and no prepared transaction is left', async () => {
		await whileBooking(20, async () => expect(await checkBooks(owner)).toEqual([]));
		expect(await checkBooks(owner)).toEqual([]);
		for (const [index] of cluster.nodes.entries()) {
			const node = open(cluster.urlOf('postgres', index), 1);
			expect((await sql`select from pg_prepared_xacts`.execute(node)).rows).toEqual([]);
			await node.destroy();
		}
	});

	test('a checkpoint adds up each shard by itself: its totals close under load, and it says over how many', async () => {
		const proofKey = readProofKey(Buffer.alloc(32, 7).toString('base64url'));
		const clock = { now: () => Date.now() };
		const log = { warn: () => {}, info: () => {}, debug: () => {}, error: () => {} };
		await publishKey({ db: app, clock, log }, proofKey);
		const make = () => makeCheckpoint({ owner, clock, proofKey, version: '9.9.9', publishedSettings: {} });
		const sumOf = ({ totals }: Checkpoint) => Object.values(totals).reduce((sum, each) => sum + BigInt(each), 0n);
		await whileBooking(10, async () => expect(sumOf(await make())).toBe(0n));
		const last = await make();
		expect(sumOf(last)).toBe(0n);
		const { rows } = await sql<{ count: number }>`select count(*)::int as count from transfers`.execute(owner);
		expect(last.transfers.count).toBe(rows[0]?.count);
		expect(JSON.parse((await selectSettings(owner, last.settings)) ?? '')).toEqual({
			SHARDS: expect.stringMatching(/^\d+$/),
		});
		expect((await checkLog(owner)).problems).toEqual([]);
	});

	test('numbers are given by the coordinator and rise for each user', async () => {
		const uid = await person();
		const ids: number[] = [];
		for (let n = 0; n < 5; n += 1) ids.push((await inTransaction(app, (tx) => postTransfer(tx, creditOf(uid)))).id);
		expect(ids).toEqual(ids.toSorted((a, b) => a - b));
		expect(ids.at(-1)).toBeLessThan(2 ** 48);
	});

	test('a lost race is known by its table, whatever its shard is called', async () => {
		const uid = await person();
		const transfer = creditOf(uid);
		await inTransaction(app, (tx) => postTransfer(tx, transfer));
		const again = app.transaction().execute((tx) => insertPostings(tx, [toPosting(transfer)]));
		await expect(again).rejects.toThrow(LostRace);
	});

	test('a chargeback is counted once: the third bans, not the second', async () => {
		const uid = await person();
		const count = (transferId: number) =>
			inTransaction(app, (tx) => countChargebacks(tx, [{ uid, transferId, atMs: Date.now() }]));
		expect([...(await count(1))]).toEqual([]);
		expect([...(await count(2))]).toEqual([]);
		expect([...(await count(3))]).toEqual([uid]);
	});
});
