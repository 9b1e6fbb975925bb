import { withdrawalStates } from '../../../contract/admin/lists.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import type {
	AdminWithdrawalRow,
	AdminWithdrawalsRequest,
	withdrawalActions,
} from '../../../contract/withdrawals/staff-withdrawals.ts';
import type { StaffCall } from '../../accounts/with-audit.ts';
import { readTimeCursor, type TimeList, toPage } from '../../lib/db/cursor.ts';
import { type Database, datesToMs } from '../../lib/db/database.ts';
import { selectEvents } from '../payouts/store-events.ts';
import { type ScreeningRow, selectScreeningsOf } from '../screening/store-screenings.ts';
import { priceToWire } from '../store.ts';
import { isClosed, wireStatus } from '../withdrawal.ts';
import { requireWithdrawal } from './review-withdrawal.ts';
import { settlementToWire } from './settle-withdrawal.ts';
import { manualPayoutToWire, selectManualPayout } from './store-manual.ts';
import { type QueueRow, selectQueue, selectReviewsOf, selectTransfersOf } from './store-queue.ts';
import { type SettlementRow, selectSettlementsOf } from './store-reviews.ts';

const EVENTS_SHOWN_MAX = 500;

type Action = (typeof withdrawalActions)[number];

export async function findWithdrawals(
	{ db }: { db: Database },
	{ cursor, limit, state, isOpen, ...filter }: Omit<AdminWithdrawalsRequest, keyof TimeList> & TimeList,
): Promise<Page<AdminWithdrawalRow>> {
	const before = readTimeCursor(cursor);
	const states = state ? [state] : withdrawalStates.filter((each) => !isOpen || !isClosed(each));
	const rows = await selectQueue(db, { ...filter, states, before, limit: limit + 1 });
	const screenings = await selectScreeningsOf(db, rows);
	return toPage(rows, limit, { toItem: (row) => toWire(row, screenings), keyOf: (row) => [row.createdAt, row.id] });
}

export const adminGetWithdrawal: StaffCall<'adminGetWithdrawal', { db: Database }> = async (deps, input, { actor }) => {
	const { db } = deps;
	const { orderId } = input;
	const row = await requireWithdrawal({ db }, orderId);
	const screenings = await selectScreeningsOf(db, [row]);
	const events = await selectEvents(db, row, EVENTS_SHOWN_MAX);
	const transfers = await selectTransfersOf(db, row);
	const manual = await selectManualPayout(db, orderId);
	const reviews = await selectReviewsOf(db, orderId);
	const settlements = await selectSettlementsOf(db, orderId);
	return {
		...toWire(row, screenings),
		place_id: row.placeId,
		universe_id: row.universeId,
		pass_id: row.passId,
		first_sent_at: row.firstSentAt?.getTime() ?? null,
		last_sent_at: row.lastSentAt?.getTime() ?? null,
		is_acknowledged: row.isAcknowledged,
		deeds: actionsOf(row, settlements),
		events: events.map(datesToMs),
		transfers: transfers.map(({ kind, amount, at }) => ({ kind, amount: robuxToWire(amount), at: at.getTime() })),
		manual: manual ? manualPayoutToWire(manual) : null,
		reviews: reviews.map(datesToMs),
		settlements: settlements.map((settlement) => settlementToWire(settlement, actor.uid)),
	};
};

function actionsOf({ state, vendor }: QueueRow, settlements: readonly SettlementRow[]): Action[] {
	if (state === 'requested') return ['cancel'];
	if (vendor === 'manual') return [];
	if (state === 'unknown') return ['cancel'];
	if (state !== 'needs-review') return [];
	const isWaiting = settlements.some((settlement) => settlement.state === 'waiting');
	return ['send-again', 'cancel', 'refund', 'mark-paid', ...(isWaiting ? [] : (['settle'] as const))];
}

function toWire(row: QueueRow, screenings: ReadonlyMap<string, ScreeningRow>): AdminWithdrawalRow {
	const screening = screenings.get(row.id);
	return {
		id: row.id,
		order_id: row.orderId,
		uid: row.uid,
		roblox_username: row.robloxUsername,
		state: row.state,
		status: wireStatus(row.state),
		amount: robuxToWire(row.amount),
		method: row.method,
		price: priceToWire(row),
		vendor: row.vendor,
		vendor_status: row.vendorStatus,
		refusal: row.refusal,
		attempts: row.attempts,
		created_at: row.createdAt.getTime(),
		updated_at: row.updatedAt.getTime(),
		next_look_at: row.nextCheckAt?.getTime() ?? null,
		screening: screening ? datesToMs(screening) : null,
	};
}
