import type { MyData } from '../../../contract/accounts/account.ts';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { datesToMs, type InDates, rowsOf, type Tx } from '../../lib/db/database.ts';
import { type Lines, readInPages } from '../../lib/db/read-in-pages.ts';

type Offer = MyData['offers'][number];
type OfferRow = InDates<Omit<Offer, 'amount'>, 'timestamp'> & { amount: RobuxCents };

export async function exportOffers(tx: Tx, uid: string): Promise<Lines<Offer>> {
	return readInPages(
		async (last: OfferRow | undefined, limit) => {
			return rowsOf<OfferRow>(tx)`
				select id as ledger_id, at as timestamp, split_part(reference, '/', 2) as earning_source, kind, amount,
					offer_id, offer_name as name, reason, is_bonus is true as is_bonus
				from transfers
				where uid = ${uid} and id < ${last?.ledger_id ?? Number.MAX_SAFE_INTEGER} and payout_micros is not null
				order by id desc limit ${limit}
			`;
		},
		(row) => ({ ...datesToMs(row), amount: robuxToWire(row.amount) }),
	);
}

export async function exportChargebacks(tx: Tx, uid: string): Promise<MyData['chargebacks']> {
	type Row = InDates<MyData['chargebacks'][number], 'timestamp' | 'forgiven_at'>;
	const rows = await rowsOf<Row>(tx)`
		select transfer_id as ledger_id, at as timestamp, forgiven_at from chargebacks where uid = ${uid} order by at desc
	`;
	return rows.map(datesToMs);
}

export async function exportWaitingReversals(tx: Tx, uid: string): Promise<MyData['waiting_reversals']> {
	type Reversal = MyData['waiting_reversals'][number];
	type Row = InDates<Omit<Reversal, 'amount'>, 'received_at'> & { amount: RobuxCents | null };
	const rows = await rowsOf<Row>(tx)`
		select wall as earning_source, transaction_id, amount, received_at from waiting_reversals
		where uid = ${uid} order by received_at desc
	`;
	return rows.map((row) => ({ ...datesToMs(row), amount: row.amount === null ? null : robuxToWire(row.amount) }));
}

export async function exportStandings(tx: Tx, uid: string): Promise<MyData['partner_standings']> {
	return rowsOf<MyData['partner_standings'][number]>(tx)`
		select wall as earning_source, state || ' ' || scope as state, reason, (extract(epoch from until) * 1000)::float8 as until
		from partner_standings where uid = ${uid} order by wall, scope
	`;
}
