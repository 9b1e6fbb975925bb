import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { countCohorts } from '../admin/dashboard/get-business.ts';
import { systemClock } from '../lib/clock.ts';
import { createDatabase, createPool, type Database } from '../lib/db/database.ts';
import type { Dependencies } from './dependencies.ts';
import { lateCalls, lateData } from './late-lists.ts';
import { createStaffDesk } from './staff-calls.ts';

const { product, database } = openTestProduct();
const role = `late_${randomUUID().slice(0, 8)}`;
const uid = randomUUID();
const caller = { actor: { uid, sessionId: 's', staffRole: 'owner' }, ip: '127.0.0.1' };
/** Of what has to be asked for something. */
const inputs: Partial<Record<(typeof lateCalls)[number], object>> = {
	adminGetBalances: { side: 'spendable' },
	adminGetPromoRedemptions: { code: 'WELCOME' },
	adminGetReconciliation: { from: '2026-11-01', to: '2026-11-02' },
	adminGetTransfers: { account: 'house:promotions' },
	adminGetUserLedger: { uid },
	adminGetUserOffers: { uid },
	adminGetUserWithdrawals: { uid },
	adminGetWallPayments: { wall_id: 'sandbox', month: '2026-10' },
	adminSearch: { query: 'abc' },
};

let replica: Database;
/** Where the only database that answers is one that may be read by a role that may do nothing else. */
let site: Dependencies;

beforeAll(async () => {
	// As a site that is not quite young: on its first day a figure is counted by whoever looks.
	await sql`insert into users (uid, created_at) values (${uid}, now())`.execute(database.owner);
	await countCohorts({ db: database.app, clock: systemClock });
	await sql`create role ${sql.id(role)} login password 'late'`.execute(database.owner);
	await sql`grant select on all tables in schema public to ${sql.id(role)}`.execute(database.owner);
	const url = database.appUrl.replace(/\/\/[^@]+@/, `//${role}:late@`);
	const onError = () => {};
	replica = createDatabase(createPool({ url, poolSize: 2, applicationName: 'late', onError, isReadOnly: true }));
	const closed = createDatabase(createPool({ url, poolSize: 1, applicationName: 'closed', onError }));
	await closed.destroy();
	const lateReads = { ...product().deps.lateReads, db: replica, isFit: async () => true } as Dependencies['lateReads'];
	site = { ...product().deps, db: closed, choresDb: closed, lateReads };
});

afterAll(async () => {
	await replica.destroy();
	await sql`revoke all on all tables in schema public from ${sql.id(role)}`.execute(database.owner);
	await sql`drop role ${sql.id(role)}`.execute(database.owner);
});

describe('without the primary, by a role that may only select', () => {
	test.each(lateCalls)('%s', async (name) => {
		const input = calls[name].input.parse(inputs[name] ?? {});
		const answer = createStaffDesk(site).calls[name](input as never, caller as never);
		calls[name].output.parse(await answer);
	});

	test('figures of the dashboard', async () => {
		const figures: Record<string, (input: never, caller: never) => Promise<unknown>> = lateData(site);
		for (const [address, query] of [
			['GET /data/users/count', {}],
			['GET /data/users/active', { since: Date.now() }],
			['GET /data/earnings/total', { since: 0 }],
			['GET /data/earnings/by-offerwall', { since: 0 }],
		] as const) {
			await figures[address]?.(query as never, caller as never);
		}
	});
});

test('what decides is never late: it asks the primary alone', async () => {
	const desk: Record<string, (input: never, caller: never) => Promise<unknown>> = createStaffDesk(site).calls;
	for (const name of ['adminGetUser', 'adminGetPayoutSettings', 'adminGetManualPayouts', 'adminGetSettlements']) {
		await expect(desk[name]?.({ uid } as never, caller as never), name).rejects.toThrow(/pool|driver/);
	}
});
