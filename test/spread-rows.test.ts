import { sql } from 'kysely';
import { createSite } from '../proof/histories/site.ts';
import { openWorld } from '../proof/histories/world.ts';
import { createDatabase, createPool, inTransaction } from '../server/lib/db/database.ts';
import { prepareSchema } from '../server/lib/db/prepare-schema.ts';
import { EMBEDDED_APP_LOGIN } from '../server/lib/postgres/embedded-postgres.ts';
import { seedSite } from '../server/seed/seed-site.ts';
import { coordinatorTables, spreadTables } from '../server/spread/places.ts';
import { planSpread, requireWhole, spreadSite } from '../server/spread/spread-site.ts';
import { type CitusCluster, findCitus, startCitus } from './sites/citus-cluster.ts';
import { execute } from './support/execute.ts';

const SUMS: Record<string, string> = {
	account_buckets: 'select account, starts_at, sum(debited), sum(credited) from account_buckets group by 1, 2',
	earnings_buckets: 'select wall, starts_at, sum(payout_micros) from earnings_buckets group by 1, 2',
	wallet_totals: 'select sum(balance), sum(pending), sum(below_zero) from wallet_totals',
	callbacks: 'select id, at, wall, outcome, why, ip, request, uid, transfer_id from callbacks',
};

describe.runIf((await findCitus()) !== undefined)('distributing a site with data', () => {
	let cluster: CitusCluster;
	const open = (url: string) => createPool({ url, poolSize: 8, applicationName: 'test', onError: () => {} });

	beforeAll(async () => {
		cluster = await startCitus({ workers: 2, durable: false });
	});

	afterAll(() => cluster?.stop());

	async function fill(): Promise<void> {
		const [ownerPool, appPool] = [open(cluster.ownerUrl), open(cluster.appUrl)];
		await prepareSchema(ownerPool, { appLogin: EMBEDDED_APP_LOGIN });
		await seedSite(ownerPool, { users: 200, credits: 1_000, withdrawals: 50 });
		const clock = { nowMs: Date.now(), now: () => clock.nowMs };
		const site = createSite({ app: createDatabase(appPool), appPool }, clock, 3);
		const world = await openWorld(site, 3);
		const [user, other] = [0, 1];
		await world.act({ do: 'credit', user, wall: 'now', transaction: 1, robux: 900 });
		await world.act({ do: 'credit', user: other, wall: 'later', transaction: 2, robux: 70 });
		await world.act({ do: 'credit', user: other, wall: 'now', transaction: 3, robux: 80 });
		await world.act({ do: 'reverse', user: other, wall: 'now', transaction: 3 });
		await world.act({ do: 'reverse', user: other, wall: 'now', transaction: 4 });
		await world.act({ do: 'redeem', user });
		await world.act({ do: 'withdraw', user, robux: 50, request: 1 });
		await world.act({ do: 'work' });
		await world.act({ do: 'adjust', user, admin: 0, robux: 5, request: 1 });
		await world.act({ do: 'ban', user: other });
		await world[Symbol.asyncDispose]();
		await appPool.end();
		await ownerPool.end();
	}

	async function contents(): Promise<Record<string, string>> {
		const pool = open(cluster.ownerUrl);
		const db = createDatabase(pool);
		const found: Record<string, string> = {};
		for (const table of [...Object.keys(spreadTables), ...coordinatorTables]) {
			const { rows } = await sql<{ row: unknown }>`${sql.raw(SUMS[table] ?? `select * from ${table}`)}`.execute(db);
			found[table] = rows
				.map((row) => JSON.stringify(row))
				.sort()
				.join('\n');
		}
		await pool.end();
		return found;
	}

	const spread = (onProgress: (what: string, done: number, of: number) => void = () => {}) =>
		spreadSite({ ownerUrl: cluster.ownerUrl, appLogin: EMBEDDED_APP_LOGIN, onProgress });

	async function expectWarehouse(): Promise<void> {
		for (const node of cluster.nodes.keys()) {
			const make = ['set citus.enable_ddl_propagation = off', 'create role etl login in role lootpass_warehouse'];
			await execute(cluster.urlOf('postgres', node), ...make);
		}
		const pool = open(cluster.urlOf('etl'));
		const etl = createDatabase(pool);
		for (const [view, column] of Object.entries({ transfers: 'uid', withdrawals: 'roblox_username' })) {
			const { rows } = await sql`select * from ${sql.table(`warehouse.${view}`)}`.execute(etl);
			expect(rows.length, view).toBeGreaterThan(0);
			expect(Object.keys(rows[0] ?? {})).not.toContain(column);
			const personal = sql`select ${sql.ref(column)} from ${sql.table(view)}`.execute(etl);
			await expect(personal, view).rejects.toThrow('permission denied');
			await expect(sql`delete from ${sql.table(`warehouse.${view}`)}`.execute(etl)).rejects.toThrow(
				'permission denied',
			);
		}
		await pool.end();
	}

	test('prints a plan, resumes after interruptions and keeps all rows and ids', async () => {
		await fill();
		const before = await contents();
		for (const table of ['wallets', 'transfers', 'callbacks', 'chargebacks', 'withdrawals', 'notices', 'audit_records'])
			expect(before[table], table).not.toBe('');
		const ownerPool = open(cluster.ownerUrl);
		const plan = await planSpread(createDatabase(ownerPool), EMBEDDED_APP_LOGIN);
		expect(plan.map(({ table }) => table)).toEqual([...Object.keys(spreadTables), ...coordinatorTables]);
		expect(plan.find(({ table }) => table === 'wallets')?.rows).toBeGreaterThan(200);
		await requireWhole(createDatabase(ownerPool));
		await ownerPool.end();
		expect(await contents()).toEqual(before);

		let timesRefused = 0;
		for (let tables = 1; ; tables += 4) {
			let steps = 0;
			const breakOff = () => {
				steps += 1;
				if (steps > tables) throw new Error('broken off');
			};
			const isDone = await spread(breakOff).then(
				({ problems }) => problems.length === 0,
				(error) => (error.message === 'broken off' ? false : Promise.reject(error)),
			);
			if (isDone) break;
			const pool = open(cluster.ownerUrl);
			const owner = createDatabase(pool);
			if ((await planSpread(owner, EMBEDDED_APP_LOGIN)).length > 0) {
				await expect(requireWhole(owner)).rejects.toThrow("Some tables aren't distributed yet");
				timesRefused += 1;
			}
			await pool.end();
		}
		expect(timesRefused).toBeGreaterThan(0);
		expect(await contents()).toEqual(before);
		expect(await spread()).toEqual({ done: [], problems: [] });

		const pool = open(cluster.ownerUrl);
		const owner = createDatabase(pool);
		await requireWhole(owner);
		const { rows: left } = await sql`
			select relname from pg_class where relname = any (${Object.keys(spreadTables)}) and pg_relation_size(oid) > 0
		`.execute(owner);
		expect(left).toEqual([]);
		await inTransaction(owner, async (tx) => {
			const { rows } = await sql<{ isNew: boolean }>`
				select nextval(pg_get_serial_sequence('audit_records', 'id')) > (select max(id) from audit_records) as "isNew"
			`.execute(tx);
			expect(rows).toEqual([{ isNew: true }]);
		});
		await pool.end();
		await expectWarehouse();
	});
});
