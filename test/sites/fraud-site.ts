import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import type { FraudSignalName } from '../../contract/accounts/fraud.ts';
import type { CallResult } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { refreshFraud } from '../../server/fraud/refresh-fraud.ts';
import { cellsOf } from '../../server/lib/db/database.ts';
import { newUser, type TestDatabase } from '../support/database.ts';
import { openAdminSite, type Person } from './identity-site.ts';

const countries: Record<string, string> = { '192.0.2.1': 'NL', '192.0.2.2': 'DE', '192.0.2.3': 'US' };

/** Each test starts without sign-ins, signals and cases. */
export function openFraudSite(database: TestDatabase) {
	const { app: db, owner } = database;
	const site = openAdminSite(database);
	let admin: Person;
	beforeAll(async () => {
		admin = await site.admin();
		await site.events.flush();
	});
	beforeEach(async () => {
		await sql`truncate log_entries, sign_in_places, account_browsers, fraud_signals, fraud_cases, fraud_notes`.execute(
			owner,
		);
		await sql`update fraud_progress set event_id = 0, until = now() - interval '10 minutes'`.execute(owner);
	});

	const user = () => newUser(db);
	return {
		site,
		get admin() {
			return admin;
		},
		user,
		users: (count: number) => Promise.all(Array.from({ length: count }, user)),
		comeIn: (uid: string, ip: string, { device = 'Firefox on Windows', agoMs = 0 } = {}) =>
			sql`
				insert into log_entries (at, source, what, outcome, uid, ip, device)
				values (${new Date(Date.now() - agoMs)}, 'sign-in', '/auth/sign-in/email', 'done', ${uid}, ${ip}, ${device})
			`.execute(owner),
		refresh: (trustedProxies: string[] = []) =>
			refreshFraud({
				trustedProxies,
				db,
				clock: { now: () => Date.now() + MINUTE_MS },
				networkTable: {
					findCountry: (address) => countries[address],
					findAsNumber: (address) => Number(/^203\.0\.113\.(\d+)$/.exec(address)?.[1]) || undefined,
				},
				hostingNetworks: new Set([7, 8]),
			}),
		async signalsOf(uid: string): Promise<FraudSignalName[]> {
			return cellsOf<FraudSignalName>(owner)`
				select signal from fraud_signals where uid = ${uid} order by signal
			`;
		},
		cases: async (request: object = {}) =>
			(await site.callAs('adminGetFraudCases', request, admin)) as CallResult<'adminGetFraudCases'>,
	};
}
