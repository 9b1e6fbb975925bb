import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../contract/money.ts';
import { checkBooks } from '../server/books/check-books.ts';
import { postTransfer } from '../server/ledger/post-transfer.ts';
import { findWallet, lockWallet, lockWallets, openWallet } from '../server/ledger/wallet.ts';
import { createDatabase, createPool, type Database, inTransaction, type Tx } from '../server/lib/db/database.ts';
import { type CitusCluster, findCitus, startCitus } from './sites/citus-cluster.ts';
import { migrateAndSpread, moveShardOf } from './sites/test-cluster.ts';

describe.runIf((await findCitus()) !== undefined)('moving a shard during bookings', () => {
	let cluster: CitusCluster;
	let app: Database;
	let machines: Database[];
	const poolOf = (url: string) => createPool({ url, poolSize: 4, applicationName: 'test', onError: () => {} });

	beforeAll(async () => {
		cluster = await startCitus({ workers: 2, durable: false });
		await migrateAndSpread(cluster.ownerUrl);
		app = createDatabase(poolOf(cluster.appUrl));
		machines = cluster.nodes.map((_, node) => createDatabase(poolOf(cluster.urlOf('postgres', node))));
	});

	afterAll(async () => {
		await Promise.all([app, ...(machines ?? [])].map((db) => db?.destroy()));
		await cluster?.stop();
	});

	async function isAnyoneWaitingFor(what: 'advisory' | 'relation'): Promise<boolean> {
		const waiting = await Promise.all(
			machines.map((db) => sql`select from pg_locks where locktype = ${what} and not granted`.execute(db)),
		);
		return waiting.some(({ rows }) => rows.length > 0);
	}

	async function shardOf(uid: string): Promise<{ wallets: string; port: number }> {
		const { rows } = await sql<{ wallets: string; port: number }>`
			select 'wallets_' || shardid as wallets, nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
			where shardid = get_shard_id_for_distribution_column('wallets', ${uid}::uuid)
		`.execute(machines[0] as Database);
		return rows[0] as { wallets: string; port: number };
	}

	async function machineOf(uid: string): Promise<Database> {
		const { port } = await shardOf(uid);
		return machines[cluster.nodes.findIndex((node) => node.port === port)] as Database;
	}

	async function keepFromBeingCopied(tx: Tx, uid: string): Promise<void> {
		const { wallets } = await shardOf(uid);
		await sql`set local citus.enable_manual_changes_to_shards = on`.execute(tx);
		await sql`lock table ${sql.table(wallets)} in access exclusive mode`.execute(tx);
	}

	const locks: [string, (tx: Tx, uid: string) => Promise<unknown>][] = [
		['one wallet', lockWallet],
		['several wallets', (tx, uid) => lockWallets(tx, [uid])],
	];
	test.each(locks)('a move waits for the transaction that locked %s', async (_, lock) => {
		const uid = randomUUID();
		await openWallet(app, uid);
		let isMoved = false;
		let moving: Promise<void> | undefined;
		await inTransaction(app, async (tx) => {
			await lock(tx, uid);
			moving = moveShardOf(machines[0] as Database, uid).then(() => {
				isMoved = true;
			});
			moving.catch(() => {});
			await vi.waitFor(async () => expect(isMoved || (await isAnyoneWaitingFor('advisory'))).toBe(true));
			expect(isMoved).toBe(false);
		});
		await moving;
		const amount = asRobuxCents(100);
		const credit = { kind: 'credit', uid, wall: 'w', amount, atMs: 0, reference: `offer/w/${uid}/credit` } as const;
		await inTransaction(app, (tx) =>
			postTransfer(tx, { ...credit, memo: { payoutMicros: undefined, offerId: undefined, offerName: undefined } }),
		);
		expect((await findWallet(app, uid))?.balance).toBe(100);
		expect(await checkBooks(machines[0] as Database)).toEqual([]);
	});

	test.each(locks)(
		'a transaction that waits for a move to lock %s finds the wallets on the other worker',
		async (_, lock) => {
			const uid = randomUUID();
			await openWallet(app, uid);
			for (let moves = 0; moves < 2; moves += 1) {
				let [moving, locking]: (Promise<unknown> | undefined)[] = [];
				await inTransaction(await machineOf(uid), async (tx) => {
					await keepFromBeingCopied(tx, uid);
					moving = inTransaction(machines[0] as Database, async (move) => {
						await sql`set local citus.check_available_space_before_move = off`.execute(move);
						await moveShardOf(move, uid);
					});
					moving.catch(() => {});
					await vi.waitFor(async () => expect(await isAnyoneWaitingFor('relation')).toBe(true));
					locking = inTransaction(app, (tx) => lock(tx, uid));
					locking.catch(() => {});
					await vi.waitFor(async () => expect(await isAnyoneWaitingFor('advisory')).toBe(true));
				});
				await moving;
				await locking;
			}
		},
	);
});
