import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asRobuxCents } from '../contract/money.ts';
import { checkBooks } from '../server/books/check-books.ts';
import { postTransfer } from '../server/ledger/post-transfer.ts';
import { findWallet, lockWallet, lockWallets, openWallet } from '../server/ledger/wallet.ts';
import {
	createDatabase,
	createPool,
	createWorkerDatabase,
	type Database,
	inTransaction,
	type Tx,
} from '../server/lib/db/database.ts';
import { type CitusCluster, findCitus, startCitus } from './sites/citus-cluster.ts';
import { migrateAndSpread, moveShardOf } from './sites/test-cluster.ts';

describe.runIf((await findCitus()) !== undefined)('a shard that is moved while the product books', () => {
	let cluster: CitusCluster;
	/** The application's, at the coordinator and at a worker. */
	const app: Database[] = [];
	/** The superuser's, of each machine. */
	let machines: Database[];
	const poolOf = (url: string) => createPool({ url, poolSize: 4, applicationName: 'test', onError: () => {} });

	beforeAll(async () => {
		cluster = await startCitus({ workers: 2, durable: false });
		await migrateAndSpread(cluster.ownerUrl);
		app.push(createDatabase(poolOf(cluster.appUrl)));
		app.push(createWorkerDatabase(poolOf(cluster.urlOf('lootpass_server', 1)), app[0] as Database));
		machines = cluster.nodes.map((_, node) => createDatabase(poolOf(cluster.urlOf('postgres', node))));
	});

	afterAll(async () => {
		await Promise.all([...app, ...(machines ?? [])].map((db) => db.destroy()));
		await cluster?.stop();
	});

	async function isAMoveWaiting(): Promise<boolean> {
		const waiting = await Promise.all(
			machines.map((db) => sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db)),
		);
		return waiting.some(({ rows }) => rows.length > 0);
	}

	const locks: [string, (tx: Tx, uid: string) => Promise<unknown>][] = [
		['one wallet', lockWallet],
		['several wallets', (tx, uid) => lockWallets(tx, [uid])],
	];
	const places: [string, number][] = [
		['the coordinator', 0],
		['a worker', 1],
	];

	describe.each(places)('entered at %s', (_, at) => {
		test.each(locks)(
			'stays until whoever has locked %s is done: what they know of it must still hold',
			async (_, lock) => {
				const uid = randomUUID();
				await openWallet(app[0] as Database, uid);
				let isMoved = false;
				let moving: Promise<void> | undefined;
				await inTransaction(app[at] as Database, async (tx) => {
					await lock(tx, uid);
					moving = moveShardOf(machines[0] as Database, uid).then(() => {
						isMoved = true;
					});
					moving.catch(() => {});
					await vi.waitFor(async () => expect(isMoved || (await isAMoveWaiting())).toBe(true), { timeout: 20_000 });
					expect(isMoved).toBe(false);
				});
				await moving;
				const amount = asRobuxCents(100);
				const credit = { kind: 'credit', uid, wall: 'w', amount, atMs: 0, reference: `offer/w/${uid}/credit` } as const;
				await inTransaction(app[0] as Database, (tx) =>
					postTransfer(tx, { ...credit, memo: { payoutMicros: undefined, offerId: undefined, offerName: undefined } }),
				);
				expect((await findWallet(app[0] as Database, uid))?.balance).toBe(100);
				expect(await checkBooks(machines[0] as Database)).toEqual([]);
			},
		);
	});
});
