import type pg from 'pg';
import { createDatabase, type Database } from '../../server/lib/db/database.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';

export class Crash extends Error {}

/** Crashes at the nth statement or vendor call: before its effect, or after the effect but before the result. */
export function createCrashableProcess(pool: pg.Pool, vendor: Vendor, diesAt: number, when: 'before' | 'after') {
	let steps = 0;
	let isDead = false;

	async function step<Result>(act: () => Promise<Result>): Promise<Result> {
		if (isDead) throw new Crash();
		steps += 1;
		if (steps !== diesAt) return act();
		isDead = true;
		if (when === 'after') await act();
		throw new Crash();
	}

	const crashablePool = {
		...pool,
		async connect() {
			const client = await pool.connect();
			return {
				query: (text: string, ...rest: unknown[]) =>
					/^rollback/i.test(text) ? client.query(text) : step(() => client.query(text, ...(rest as [unknown[]]))),
				release: () => client.release(),
			};
		},
	};
	const db: Database = createDatabase(crashablePool as unknown as pg.Pool);
	const crashableVendor: Vendor = {
		...vendor,
		create: (order) => step(() => vendor.create(order)),
		info: (orderId) => step(() => vendor.info(orderId)),
		resend: (order) => step(() => vendor.resend(order)),
	};
	return { db, vendor: crashableVendor, isDead: () => isDead };
}
