import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents, asUsdMicros } from '../contract/money.ts';
import { loadConfig } from '../server/app/config.ts';
import { checkBooks } from '../server/books/check-books.ts';
import { postTransfer, postUnderLock } from '../server/ledger/post-transfer.ts';
import { insertPostings } from '../server/ledger/store-postings.ts';
import { type NewTransfer, toPosting } from '../server/ledger/transfer.ts';
import { findWallet, lockWallet, openWallet } from '../server/ledger/wallet.ts';
import { createDatabase, createPool, type Database, inTransaction, LostRace } from '../server/lib/db/database.ts';
import { inPipeline } from '../server/lib/db/pipeline.ts';
import { EMBEDDED_APP_LOGIN, EMBEDDED_OWNER_ROLE } from '../server/lib/postgres/embedded-postgres.ts';
import { bookEvents } from '../server/offerwalls/booking/book-events.ts';
import { countChargebacks } from '../server/offerwalls/booking/chargebacks/chargeback.ts';
import type { EventItem } from '../server/offerwalls/booking/event-item.ts';
import type { Wall } from '../server/offerwalls/walls/wall.ts';
import type { Checkpoint } from '../server/public-proof/checkpoint.ts';
import { publishEarnings } from '../server/public-proof/earnings/publish-earnings.ts';
import { selectMonths } from '../server/public-proof/earnings/store-earnings.ts';
import { getLiabilityProof, prepareTree } from '../server/public-proof/liabilities/liability-trees.ts';
import { checkLog } from '../server/public-proof/log/check-log.ts';
import { sealTransfers } from '../server/public-proof/log/seal-transfers.ts';
import { selectLogState } from '../server/public-proof/log/store-log.ts';
import { type CheckpointDeps, makeCheckpoint } from '../server/public-proof/make-checkpoint.ts';
import { readProofKey } from '../server/public-proof/proof-key.ts';
import { publishKey } from '../server/public-proof/published-keys.ts';
import { selectSettings } from '../server/public-proof/store-checkpoints.ts';
import { spreadTables } from '../server/spread/places.ts';
import { planSpread, spreadSite } from '../server/spread/spread-site.ts';
import { openServer } from '../server/start/open-database.ts';
import { checkLiability } from '../web/proof/check-liability.ts';
import { CITUS_IS_MISSING, type CitusCluster, findCitus, startCitus } from './sites/citus-cluster.ts';
import { migrateAndSpread } from './sites/test-cluster.ts';
import { newUser } from './support/database.ts';
import { silentLog } from './support/stubs.ts';

const isThere = (await findCitus()) !== undefined;
if (!isThere) console.log(CITUS_IS_MISSING);

describe.runIf(isThere)('a database distributed over two machines', () => {
	let cluster: CitusCluster;
	let app: Database;
	let owner: Database;
	let publishing: CheckpointDeps;
	const open = (url: string, poolSize: number) =>
		createDatabase(createPool({ url, poolSize, applicationName: 'test', onError: () => {} }));

	beforeAll(async () => {
		cluster = await startCitus({ workers: 2, durable: false });
		await migrateAndSpread(cluster.ownerUrl);
		app = open(cluster.appUrl, 10);
		owner = open(cluster.ownerUrl, 2);
		const proofKey = readProofKey(Buffer.alloc(32, 7).toString('base64url'));
		publishing = { owner, proofKey, clock: { now: () => Date.now() }, version: '9.9.9', publishedSettings: {} };
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

	const itemOf = (uid: string, { isHeld = false } = {}): EventItem => ({
		wall: { id: 'w', isWeak: true, hasPending: false, rateCents: undefined, rates: [], boosts: [] } as unknown as Wall,
		received: { atMs: 0, wall: 'w', ip: '::1', request: 'GET /' },
		holdOf: () => (isHeld ? { untilMs: Date.UTC(2040, 0, 1), cause: undefined } : undefined),
		event: {
			kind: 'credit',
			wall: 'w',
			uid,
			transactionId: randomUUID(),
			reward: asRobuxCents(100),
			payout: asUsdMicros(100),
			...{ link: undefined, signedText: undefined, offerId: undefined, offerName: undefined, goalId: undefined },
			...{ clickId: undefined, reason: undefined, userIp: undefined },
		},
	});

	const person = () => newUser(app);

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

	test('a second run changes nothing and has an empty plan', async () => {
		expect(await planSpread(owner, EMBEDDED_APP_LOGIN)).toEqual([]);
		const given = { ownerUrl: cluster.ownerUrl, appLogin: EMBEDDED_APP_LOGIN, onProgress: () => {} };
		expect(await spreadSite(given)).toEqual({ done: [], problems: [] });
		const { rows } = await sql<{ count: number }>`
			select count(*)::int as count from pg_dist_partition where partmethod = 'h'
		`.execute(owner);
		expect(rows[0]?.count).toBe(Object.keys(spreadTables).length);
	});

	test('the ledger balances throughout a load and no prepared transaction remains', async () => {
		await whileBooking(20, async () => expect(await checkBooks(owner)).toEqual([]));
		expect(await checkBooks(owner)).toEqual([]);
		for (const [index] of cluster.nodes.entries()) {
			const node = open(cluster.urlOf('postgres', index), 1);
			expect((await sql`select from pg_prepared_xacts`.execute(node)).rows).toEqual([]);
			await node.destroy();
		}
	});

	test("a checkpoint's totals balance under load, and its settings include the shard count", async () => {
		await publishKey({ db: app, clock: publishing.clock, log: silentLog }, publishing.proofKey);
		const make = () => makeCheckpoint(publishing);
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

	test('earnings are published from the payments in all shards', async () => {
		const uids = Array.from({ length: 55 }, () => randomUUID());
		await sql`insert into users (uid, created_at) select uid, '2026-01-10Z' from unnest(${uids}::uuid[]) uid`.execute(
			owner,
		);
		await sql`
			insert into sign_in_places (uid, address, device, country, first_at, last_at)
			select uid, '192.0.2.1', '', 'DE', '2026-01-10Z', '2026-01-10Z' from unnest(${uids}::uuid[]) uid
		`.execute(owner);
		for (const uid of uids) {
			await sql`
				insert into withdrawals (uid, id, order_id, state, amount, price, vendor, is_pre_order, created_at, updated_at, version)
				values (${uid}, ${randomUUID()}, ${randomUUID()}, 'completed', 5000, 29, 'rbxcrate', false, '2026-01-12Z', '2026-01-12Z', 1)
			`.execute(owner);
			await openWallet(app, uid);
			const atMs = Date.parse('2026-01-12T00:00:00Z');
			const paid = {
				kind: 'withdrawal-paid' as const,
				uid,
				wall: undefined,
				atMs,
				reference: `withdrawal/${uid}/paid`,
			};
			await inTransaction(app, (tx) => postTransfer(tx, { ...paid, amount: asRobuxCents(5000) }));
		}
		for (const time of ['2026-04-01T04:23:00Z', '2026-10-01T04:23:00Z']) {
			await publishEarnings({ db: app, clock: { now: () => Date.parse(time) } });
		}
		const [{ cells = [] } = {}] = await selectMonths(app);
		expect(cells.map(({ country, age_days, quartiles }) => [country, age_days, ...quartiles])).toEqual(
			[30, 90, 180].map((age) => ['DE', age, 50, 50, 50]),
		);
	});

	test('the liability tree contains each user once across all shards', async () => {
		const people = await Promise.all(Array.from({ length: 20 }, person));
		for (const uid of people) await inTransaction(app, (tx) => postTransfer(tx, creditOf(uid)));
		const made = await makeCheckpoint({ ...publishing, ...(await prepareTree(owner)) });
		const { rows } = await sql<{ people: number; sum: string }>`
			select count(*)::int as people, sum(balance + pending)::text as sum from wallets where closed_at is null
		`.execute(owner);
		const { liabilities } = made;
		if (!liabilities) throw new Error('no tree was made');
		expect(liabilities).toMatchObject(rows[0] ?? {});
		const places = new Set<number>();
		for (const uid of people) {
			const proof = await getLiabilityProof({ db: app, clock: publishing.clock }, {}, { actor: { uid } });
			const { parts, path } = await checkLiability(uid, proof, { tree: { ...made, liabilities }, keys: [] });
			expect({ amount: proof.amount, root: proof.root, parts, path }).toEqual({
				...{ amount: '100', root: liabilities.root, parts: 'yes', path: 'yes' },
			});
			places.add(proof.index);
		}
		expect(places.size).toBe(people.length);
	});

	test('the coordinator assigns transfer ids, which rise for each user', async () => {
		const uid = await person();
		const ids: number[] = [];
		for (let n = 0; n < 5; n += 1) ids.push((await inTransaction(app, (tx) => postTransfer(tx, creditOf(uid)))).id);
		expect(ids).toEqual(ids.toSorted((a, b) => a - b));
		expect(ids.at(-1)).toBeLessThan(2 ** 48);
	});

	test('the coordinator assigns ids of postbacks, notices and holds', async () => {
		const uid = await person();
		for (let n = 0; n < 4; n += 1) await bookEvents(app, [itemOf(uid), itemOf(uid, { isHeld: true })]);
		for (const table of ['transfers', 'callbacks', 'notices']) {
			const { rows } = await sql<{ id: number }>`
				select id from ${sql.table(table)} where uid = ${uid} order by ${sql.ref(table === 'notices' ? 'created_at' : 'at')}
			`.execute(owner);
			const ids = rows.map(({ id }) => id);
			expect(ids.length, table).toBe(table === 'notices' ? 4 : 8);
			expect(Math.max(...ids), table).toBeLessThan(2 ** 48);
		}
		const wallet = await findWallet(app, uid);
		const hold: NewTransfer = {
			kind: 'withdrawal-hold',
			uid,
			amount: asRobuxCents(100),
			atMs: 0,
			reference: `withdrawal/${randomUUID()}/hold`,
		};
		await inPipeline(app, async (tx, last) => {
			await lockWallet(tx, uid);
			await last(postUnderLock(tx, hold, wallet as NonNullable<typeof wallet>));
		});
		const { rows } = await sql<{ ids: number[] }>`
			select array_agg(id order by id)::text[]::bigint[] as ids from transfers where uid = ${uid}
		`.execute(owner);
		expect(rows[0]?.ids.map(Number).at(-1)).toBeLessThan(2 ** 48);
	});

	test('repeated batches of one shard keep booking credits and reversals', async () => {
		const uid = await person();
		for (let n = 0; n < 12; n += 1) {
			const credit = itemOf(uid);
			const reversal = { ...itemOf(uid).event, kind: 'reversal' as const, transactionId: credit.event.transactionId };
			const outcomes = await bookEvents(app, [credit, itemOf(uid), { ...credit, event: reversal }]);
			expect(outcomes.map(({ outcome }) => outcome)).toEqual(['booked', 'booked', 'reversed']);
			await sql`delete from chargebacks where uid = ${uid}`.execute(owner);
		}
	});

	test('groups users by the shard of their rows, synchronously once the shards are cached', async () => {
		const uids = Array.from({ length: 100 }, () => randomUUID());
		const groups = await Promise.all(uids.map((uid) => app.engine.groupOf(uid)));
		const { rows } = await sql<{ shard: number }>`
			select get_shard_id_for_distribution_column('wallets', uid) as shard
			from unnest(${uids}::uuid[]) with ordinality u (uid, n) order by n
		`.execute(owner);
		expect(groups).toEqual(rows.map(({ shard }) => shard));
		expect(uids.map((uid) => app.engine.groupOf(uid))).toEqual(groups);
		expect(await app.engine.countGroups()).toBeGreaterThan(1);
	});

	test('the app role cannot change the ledger on any machine', async () => {
		for (const [index] of cluster.nodes.entries()) {
			const node = open(cluster.urlOf('postgres', index), 1);
			const { rows } = await sql<{ name: string; may: boolean }>`
				select relname as name, bool_or(has_table_privilege(${EMBEDDED_APP_LOGIN}, c.oid, asked)) as may
				from pg_class c cross join unnest(array['update', 'delete', 'truncate']) as asked
				where relkind = 'r' and relname ~ '^(transfers|account_buckets|callbacks|wall_transactions)(_\\d+)?$' group by relname
			`.execute(node);
			expect(rows.length).toBeGreaterThan(3);
			expect(
				rows.filter(({ may }) => may),
				`node ${index}`,
			).toEqual([]);
			await node.destroy();
		}
	});

	test('transfers are not sealed while a prepared transaction of a lost session exists on a worker', async () => {
		const node = open(cluster.urlOf('postgres', 1), 1);
		const { rows } = await sql<{ id: number }>`select nextval('transfers_id_seq') as id`.execute(owner);
		const id = rows[0]?.id ?? 0;
		await node.connection().execute(async (session) => {
			await sql`begin`.execute(session);
			await sql`select pg_current_xact_id()`.execute(session);
			await sql`prepare transaction 'interrupted'`.execute(session);
		});
		const seal = async () => {
			for (let n = 0; n < 4; n += 1) await sealTransfers({ owner });
			return (await selectLogState(owner)).settledId;
		};
		expect(await seal()).toBeLessThan(id);
		await sql`rollback prepared 'interrupted'`.execute(node);
		await node.destroy();
		await vi.waitUntil(async () => (await seal()) >= id, { timeout: 60_000 });
	});

	test('a node refuses a database URL that leads to a worker', async () => {
		const openAt = (databaseUrl: string, databaseOwnerUrl: string) =>
			openServer({
				config: { ...loadConfig({}), databaseUrl, databaseOwnerUrl },
				print: () => {},
				signal: new AbortController().signal,
			});
		const appAtWorker = cluster.urlOf(EMBEDDED_APP_LOGIN, 1);
		const ownerAtWorker = cluster.urlOf(EMBEDDED_OWNER_ROLE, 1);
		await expect(openAt(appAtWorker, cluster.ownerUrl)).rejects.toThrow(
			'DATABASE_URL points to a worker of a Citus cluster. Point it to the coordinator.',
		);
		await expect(openAt(cluster.appUrl, ownerAtWorker)).rejects.toThrow('DATABASE_OWNER_URL points to a worker');
		expect(await openAt(cluster.appUrl, cluster.ownerUrl)).toMatchObject({ appUrl: cluster.appUrl });
	});

	test('a posting that is already booked is rejected with LostRace on every worker', async () => {
		for (const uid of await Promise.all(Array.from({ length: 10 }, person))) {
			const transfer = creditOf(uid);
			await inTransaction(app, (tx) => postTransfer(tx, transfer));
			const again = inTransaction(app, (tx) => insertPostings(tx, [toPosting(transfer)]));
			await expect(again).rejects.toThrow(LostRace);
		}
	});

	test('each chargeback counts once, so that only the third one bans', async () => {
		const uid = await person();
		const count = (transferId: number) =>
			inTransaction(app, (tx) => countChargebacks(tx, [{ uid, transferId, atMs: Date.now() }]));
		expect([...(await count(1))]).toEqual([]);
		expect([...(await count(2))]).toEqual([]);
		expect([...(await count(3))]).toEqual([uid]);
	});
});
