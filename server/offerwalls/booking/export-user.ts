import type { MyData } from '../../../contract/accounts/account.ts';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { Tx } from '../../lib/db/database.ts';
import { type Lines, readInPages } from '../../lib/db/read-in-pages.ts';
import { rowsOf } from '../../lib/db/rows.ts';

type Offer = MyData['offers'][number];
type OfferRow = Omit<Offer, 'amount' | 'timestamp'> & { amount: RobuxCents; at: Date };

export async function exportOffers(tx: Tx, uid: string): Promise<Lines<Offer>> {
	return readInPages(
		async (last: OfferRow | undefined, limit) => {
			const rows = await rowsOf<OfferRow>(tx)`
				select id as ledger_id, at, split_part(reference, '/', 2) as earning_source, kind, amount,
					offer_id, offer_name as name, reason, is_bonus is true as is_bonus
				from transfers
				where uid = ${uid} and id < ${last?.ledger_id ?? Number.MAX_SAFE_INTEGER} and payout_micros is not null
				order by id desc limit ${limit}
			`;
			return rows;
		},
		({ at, amount, ...row }) => ({ ...row, timestamp: at.getTime(), amount: robuxToWire(amount) }),
	);
}

export async function exportChargebacks(tx: Tx, uid: string): Promise<MyData['chargebacks']> {
	const rows = await rowsOf<{ ledger_id: number; at: Date; forgiven_at: Date | null }>(tx)`
		select transfer_id as ledger_id, at, forgiven_at from chargebacks where uid = ${uid} order by at desc
	`;
	return rows.map(({ ledger_id, at, forgiven_at }) => ({
		ledger_id,
		timestamp: at.getTime(),
		forgiven_at: forgiven_at?.getTime() ?? null,
	}));
}

export async function exportWaitingReversals(tx: Tx, uid: string): Promise<MyData['waiting_reversals']> {
	type Row = { wall: string; transaction_id: string; amount: RobuxCents | null; received_at: Date };
	const rows = await rowsOf<Row>(tx)`
		select wall, transaction_id, amount, received_at from waiting_reversals
		where uid = ${uid} order by received_at desc
	`;
	return rows.map(({ wall, transaction_id, amount, received_at }) => ({
		earning_source: wall,
		transaction_id,
		amount: amount === null ? null : robuxToWire(amount),
		received_at: received_at.getTime(),
	}));
}

export async function exportStandings(tx: Tx, uid: string): Promise<MyData['partner_standings']> {
	return rowsOf<MyData['partner_standings'][number]>(tx)`
		select wall as earning_source, state || ' ' || scope as state, reason, (extract(epoch from until) * 1000)::float8 as until
		from partner_standings where uid = ${uid} order by wall, scope
	`;
}
