import type pg from 'pg';
import { createDatabase, type Database } from '../server/lib/database.ts';
import type { Vendor } from '../server/withdrawals/vendors/vendor.ts';

/** The process died here. */
export class Crash extends Error {}

export type Death = { diesAt: number; when: 'before' | 'after' };

/** What a process does goes through here, step by step, until it dies. */
export type Step = <Result>(act: () => Promise<Result>) => Promise<Result>;

/**
 * Dies at the `diesAt`th step: just before it, or when it is done but before anybody learns of it. After that nothing is
 * done any more.
 */
export function createMortalSteps({ diesAt, when }: Death): { step: Step; isDead: () => boolean } {
	let steps = 0;
	let isDead = false;
	return {
		async step(act) {
			if (isDead) throw new Crash();
			steps += 1;
			if (steps !== diesAt) return act();
			if (when === 'after') await act();
			isDead = true;
			throw new Crash();
		},
		isDead: () => isDead,
	};
}

/** A process that dies at a step that is a statement or a call to the vendor. */
export function createMortalProcess(pool: pg.Pool, vendor: Vendor, diesAt: number, when: Death['when']) {
	const { step, isDead } = createMortalSteps({ diesAt, when });
	const mortalPool = {
		...pool,
		async connect() {
			const client = await pool.connect();
			return {
				// The server rolls back by itself when a connection dies; here the driver says it.
				query: (text: string, ...rest: unknown[]) =>
					/^rollback/i.test(text) ? client.query(text) : step(() => client.query(text, ...(rest as [unknown[]]))),
				release: () => client.release(),
			};
		},
	};
	const db: Database = createDatabase(mortalPool as unknown as pg.Pool);
	return { db, vendor: mortalVendor(vendor, step), isDead };
}

/** Its calls are steps of the process as well. */
export function mortalVendor(vendor: Vendor, step: Step): Vendor {
	return {
		...vendor,
		create: (order) => step(() => vendor.create(order)),
		info: (orderId) => step(() => vendor.info(orderId)),
		resend: (orderId, placeId) => step(() => vendor.resend(orderId, placeId)),
	};
}
