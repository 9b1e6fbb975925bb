import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';

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
	await sql`insert into wallets (uid, balance, earned) select uid, ${BALANCE_CENTS}, ${BALANCE_CENTS} from ${numbered}`.execute(
		owner,
	);
	await sql`
		with booked as (
			insert into transfers (uid, at, amount, kind, debit, credit, reference)
			select uid, now() - interval '1 hour', ${BALANCE_CENTS}, 'credit', 'partner:bench', 'wallet', 'offer/bench/' || n || '/credit'
			from ${numbered} returning amount, at
		)
		insert into account_buckets (account, starts_at, debited, credited)
		select 'partner:bench', date_bin('15 minutes', at, 'epoch'), sum(amount), 0 from booked group by 2
	`.execute(owner);
	await sql`insert into booked_accounts values ('partner:bench') on conflict do nothing`.execute(owner);
	await sql`
		insert into wallet_totals (balance, pending, below_zero) select count(*) * ${BALANCE_CENTS}::bigint, 0, 0 from ${numbered}
	`.execute(owner);
	await sql`vacuum analyze`.execute(owner);
}
