import { createPool } from '../../server/lib/db/database.ts';
import { findRunningPostgres } from '../../server/lib/postgres/embedded-postgres.ts';
import { seedSite } from '../../server/seed/seed-site.ts';

/** People who never were, on the one product: they have earned nothing, so nobody's figures change but the count. */
export async function seedUsers(users: number): Promise<void> {
	const url = (await findRunningPostgres(process.env.E2E_DATA_DIR ?? ''))?.ownerUrl ?? '';
	const pool = createPool({ url, poolSize: 1, applicationName: 'seed', onError: () => {} });
	await seedSite(pool, { users, credits: 0, withdrawals: 0 }, { amongReal: true });
	await pool.end();
}
