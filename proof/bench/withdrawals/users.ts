import { sql } from 'kysely';
import { type Database, inTransaction } from '../../../server/lib/db/database.ts';
import { bookSides } from '../../../server/seed/store-seed.ts';

export const AMOUNT = 50;
export const PRICE = 71;
const BALANCE_CENTS = 100_00;

export const PLACES = 10_000_000;
export const UNIVERSES = 20_000_000;
export const PASSES = 30_000_000;

export const nameOf = (n: number) => `bench_${n}`;
const UID = '00000000-0000-4000-8000-';
const SESSION = '00000000-0000-4000-9000-';
export const uidOf = (n: number) => UID + String(n).padStart(12, '0');
export const sessionOf = (n: number) => SESSION + String(n).padStart(12, '0');

export async function makeUsers(owner: Database, count: number): Promise<void> {
	const numbered = sql`
		(
			select n, (${UID} || lpad(n::text, 12, '0'))::uuid as uid, (${SESSION} || lpad(n::text, 12, '0'))::uuid as sid
			from generate_series(1, ${count}) n
		) p`;
	await sql`
		insert into auth_user (id, name, email, email_verified, birth_year, age_known)
		select uid, 'Bench', n || '@bench.example', true, 2000, true from ${numbered}
	`.execute(owner);
	await sql`
		insert into auth_session (id, user_id, token, expires_at, updated_at)
		select sid, uid, 'bench-' || n, now() + interval '1 day', now() from ${numbered}
	`.execute(owner);
	await sql`
		insert into users (uid, roblox_username, platform_user_id, created_at)
		select uid, 'bench_' || n, n, now() from ${numbered}
	`.execute(owner);
	await sql`insert into wallets (uid) select uid from ${numbered}`.execute(owner);
	const credits = sql`
		select uid, now() - interval '1 hour' as at, ${BALANCE_CENTS}::bigint as amount, null::bigint as micros, 'credit' as kind,
			'partner:bench' as debit, 'wallet' as credit, 'offer/bench/' || n || '/credit' as reference,
			null as offer_id, null as offer_name
		from ${numbered}`;
	await inTransaction(owner, (tx) => bookSides(tx, credits));
	await sql`vacuum analyze`.execute(owner);
}
