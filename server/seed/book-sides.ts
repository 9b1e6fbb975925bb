import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';

const BINNED = sql`date_bin('15 minutes', at, 'epoch')`;

export async function keepAs(tx: Tx, name: string, made: RawBuilder<unknown>): Promise<void> {
	await sql`create temporary table ${sql.table(name)} on commit drop as ${made}`.execute(tx);
}

/** @param sides query with the columns uid, at, amount, micros, kind, debit, credit, reference, offer_id, offer_name. */
export async function bookSides(tx: Tx, sides: RawBuilder<unknown>): Promise<void> {
	const part = sql.raw(tx.engine.partOf('uid'));
	await keepAs(tx, 'sides', sides);
	await sql`
		insert into transfers (uid, at, amount, payout_micros, kind, debit, credit, reference, offer_id, offer_name)
		select uid, at, amount, micros, kind, debit, credit, reference, offer_id, offer_name from sides order by at
	`.execute(tx);
	await keepAs(
		tx,
		'changes',
		sql`
			select uid, sum(case 'wallet' when credit then amount when debit then -amount else 0 end)::bigint as balance,
				sum(case kind when 'credit' then amount when 'reversal' then -amount else 0 end)::bigint as earned,
				sum(case credit when 'payouts:paid' then amount else 0 end)::bigint as withdrawn
			from sides group by uid`,
	);
	await sql`
		update wallets w set balance = w.balance + c.balance, earned = w.earned + c.earned, withdrawn = w.withdrawn + c.withdrawn
		from changes c where w.uid = c.uid
	`.execute(tx);
	await sql`
		insert into wallet_totals (part, balance, pending, below_zero)
		select part, sum(change), 0, sum(greatest(-balance, 0) - greatest(change - balance, 0)) from (
			select ${part} as part, w.balance, c.balance as change from wallets w join changes c using (uid)
		) changed group by part
	`.execute(tx);
	await sql`
		insert into earnings_buckets (part, wall, starts_at, payout_micros)
		select ${part}, substr(case when debit like 'partner:%' then debit else credit end, 9), ${BINNED}, sum(micros)
		from sides where micros <> 0 group by 1, 2, 3
	`.execute(tx);
	await sql`
		insert into account_buckets (part, account, starts_at, debited, credited)
		select ${part}, account, ${BINNED}, sum(debited), sum(credited) from (
			select uid, debit as account, at, amount as debited, 0 as credited from sides
			union all
			select uid, credit, at, 0, amount from sides
		) s where account <> 'wallet' group by 1, 2, 3
	`.execute(tx);
	await sql`
		insert into booked_accounts (account)
		select debit from sides where debit <> 'wallet' union select credit from sides where credit <> 'wallet'
		on conflict do nothing
	`.execute(tx);
	await sql`drop table sides, changes`.execute(tx);
}
