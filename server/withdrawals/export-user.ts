import { sql } from 'kysely';
import type { MyData } from '../../contract/accounts/account.ts';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { datesToMs, type InDates, rowsOf, type Tx } from '../lib/db/database.ts';
import { type Lines, readInPages } from '../lib/db/read-in-pages.ts';
import { selectSettlementsOfUser } from './review/store-reviews.ts';
import { selectScreeningsOfUser } from './screening/store-screenings.ts';
import { priceToWire } from './store.ts';

type Withdrawal = MyData['withdrawals'][number];
type Row = InDates<Omit<Withdrawal, 'amount'>, 'created_at' | 'updated_at'> & { amount: RobuxCents };

export async function exportWithdrawals(tx: Tx, uid: string): Promise<Lines<Withdrawal>> {
	return readInPages(
		async (last: Row | undefined, limit) => {
			const after = last ? sql`and (created_at, id) < (${last.created_at}, ${last.id}::uuid)` : sql``;
			return rowsOf<Row>(tx)`
				select id, order_id, method, state, amount, price, roblox_username, platform_user_id, place_id, universe_id, pass_id,
					vendor, vendor_status, refusal, created_at, updated_at
				from withdrawals where uid = ${uid} ${after}
				order by created_at desc, id desc limit ${limit}
			`;
		},
		(row) => ({ ...datesToMs(row), amount: robuxToWire(row.amount), price: priceToWire(row) }),
	);
}

type PayoutEvent = MyData['payout_events'][number];
type EventRow = InDates<PayoutEvent, 'timestamp' | 'last_at'> & { id: number };

export async function exportPayoutEvents(tx: Tx, uid: string): Promise<Lines<PayoutEvent>> {
	return readInPages(
		async (last: EventRow | undefined, limit) => {
			const after = last ? sql`and id < ${last.id}` : sql``;
			return rowsOf<EventRow>(tx)`
				select id, withdrawal_id, at as timestamp, times, last_at, kind, details - 'by' as details
				from payout_events where uid = ${uid} ${after}
				order by id desc limit ${limit}
			`;
		},
		({ id: _, ...row }) => datesToMs(row),
	);
}

const LINES_MAX = 10_000;

export async function exportSettlements(tx: Tx, uid: string): Promise<MyData['payout_settlements']> {
	const rows = await selectSettlementsOfUser(tx, uid, LINES_MAX);
	return rows.map(({ order_id, outcome, reason, proof, state, proposed_at, decided_at }) =>
		datesToMs({ order_id, outcome, reason, proof, state, proposed_at, decided_at }),
	);
}

export async function exportScreenings(tx: Tx, uid: string): Promise<MyData['screenings']> {
	const rows = await selectScreeningsOfUser(tx, uid, LINES_MAX);
	return rows.map(({ needs_person: _, ...row }) => datesToMs(row));
}
