import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';
import { fillBooks } from '../credits/filled.ts';
import { checkpoint, type ThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { makeUsers } from '../withdrawals/users.ts';

/** People with a session, whose histories are read. */
export const PEOPLE = 400;
export const WALLETS = 1_000_000;

/** A site with a million wallets, once for a folder: what is there already stays as it is. */
export async function fillSite(postgres: ThrowawayPostgres, owner: Database, transfers: number): Promise<void> {
	const { rows } = await sql`select from users limit 1`.execute(owner);
	if (rows.length === 0) await makeUsers(owner, PEOPLE);
	await sql`update auth_session set expires_at = now() + interval '1 day'`.execute(owner);
	// The first of them are those that postbacks are for.
	await sql`
		insert into wallets (uid) select md5('user/' || n)::uuid from generate_series(0, ${WALLETS - PEOPLE - 1}) n
		where (select count(*) from wallets) < ${WALLETS} order by random() on conflict (uid) do nothing
	`.execute(owner);
	await fillBooks(owner, transfers);
	await checkpoint(postgres);
}
