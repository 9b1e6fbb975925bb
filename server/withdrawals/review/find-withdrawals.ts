import type { z } from 'zod';
import { withdrawalStates } from '../../../contract/admin/lists.ts';
import type {
	AdminManualPayout,
	ListedManualPayout as ListedOnWire,
} from '../../../contract/admin/payouts/manual-payouts.ts';
import type { AdminPayoutReview } from '../../../contract/admin/payouts/payout-reviews.ts';
import type {
	AdminWithdrawalRow,
	AdminWithdrawalsRequest,
	adminWithdrawalCalls,
	withdrawalActions,
} from '../../../contract/admin/payouts/withdrawals.ts';
import { CallError } from '../../../contract/errors.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { refusal } from '../../../contract/refusals.ts';
import { readTimeCursor, toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { TimeList } from '../../lib/db/time-list.ts';
import { selectEvents } from '../payouts/store-events.ts';
import { type ScreeningRow, selectScreeningsOf } from '../screening/store-screenings.ts';
import { isClosed, wireStatus } from '../withdrawal.ts';
import { settlementToWire } from './settle-withdrawal.ts';
import { type ListedManualPayout, type ManualPayoutRow, selectManualPayout } from './store-manual.ts';
import { type QueueRow, selectByOrderId, selectQueue, selectReviewsOf, selectTransfersOf } from './store-queue.ts';
import type { Review } from './store-reviews.ts';
import { type SettlementRow, selectSettlementsOf } from './store-settlements.ts';

const EVENTS_SHOWN_MAX = 500;

type Action = (typeof withdrawalActions)[number];

/** A page of all withdrawals, newest first unless the oldest are asked for. @throws CallError `invalid-argument` for a cursor that is not of this list. */
export async function findWithdrawals(
	{ db }: { db: Database },
	{ cursor, limit, state, isOpen, ...filter }: Omit<AdminWithdrawalsRequest, keyof TimeList> & TimeList,
): Promise<Page<AdminWithdrawalRow>> {
	const before = readTimeCursor(cursor);
	const states = state ? [state] : withdrawalStates.filter((each) => !isOpen || !isClosed(each));
	const rows = await selectQueue(db, { ...filter, states, before, limit: limit + 1 });
	const screenings = await selectScreeningsOf(db, rows);
	return toPage(rows, limit, {
		toItem: (row) => toWire(row, screenings.get(row.id)),
		keyOf: ({ createdAt, id }) => [createdAt, id],
	});
}

/** One withdrawal with the evidence about it. @param asker the admin who is answered. @throws CallError `not-found`. */
export async function getWithdrawal(
	{ db }: { db: Database },
	orderId: string,
	asker: string,
): Promise<z.output<typeof adminWithdrawalCalls.adminGetWithdrawal.output>> {
	const row = await selectByOrderId(db, orderId);
	if (!row) throw new CallError('not-found', refusal('no-such-withdrawal'));
	const screening = (await selectScreeningsOf(db, [row])).get(row.id);
	const events = await selectEvents(db, row, EVENTS_SHOWN_MAX);
	const transfers = await selectTransfersOf(db, row);
	const manual = await selectManualPayout(db, orderId);
	const reviews = await selectReviewsOf(db, orderId);
	const settlements = await selectSettlementsOf(db, orderId);
	return {
		...toWire(row, screening),
		place_id: row.placeId,
		universe_id: row.universeId,
		pass_id: row.passId,
		first_sent_at: row.firstSentAt?.getTime() ?? null,
		last_sent_at: row.lastSentAt?.getTime() ?? null,
		is_acknowledged: row.isAcknowledged,
		deeds: actionsOf(row, settlements),
		events: events.map(({ kind, details, at, times, lastAt }) => ({
			kind,
			details: details as Record<string, unknown>,
			at: at.getTime(),
			times,
			last_at: lastAt.getTime(),
		})),
		transfers: transfers.map(({ kind, amount, at }) => ({ kind, amount: robuxToWire(amount), at: at.getTime() })),
		manual: manual ? manualToWire(manual) : null,
		reviews: reviews.map(({ resolvedAt, note, ...review }) => ({
			...reviewToWire(review),
			resolved_at: resolvedAt?.getTime() ?? null,
			note,
		})),
		settlements: settlements.map((settlement) => settlementToWire(settlement, asker)),
	};
}

/** What may be tried. A payout by hand is ended on its work list. */
function actionsOf({ state, vendor }: QueueRow, settlements: readonly SettlementRow[]): Action[] {
	if (state === 'requested') return ['cancel'];
	if (vendor === 'manual') return [];
	if (state === 'unknown') return ['cancel'];
	if (state !== 'needs-review') return [];
	const isWaiting = settlements.some((settlement) => settlement.state === 'waiting');
	return ['send-again', 'cancel', 'refund', 'mark-paid', ...(isWaiting ? [] : (['settle'] as const))];
}

function toWire(row: QueueRow, screening: ScreeningRow | undefined): AdminWithdrawalRow {
	return {
		id: row.id,
		order_id: row.orderId,
		uid: row.uid,
		roblox_username: row.robloxUsername,
		state: row.state,
		status: wireStatus(row.state),
		amount: robuxToWire(row.amount),
		price: row.price,
		vendor: row.vendor,
		vendor_status: row.vendorStatus,
		refusal: row.refusal,
		attempts: row.attempts,
		created_at: row.createdAt.getTime(),
		updated_at: row.updatedAt.getTime(),
		next_look_at: row.nextAskAt?.getTime() ?? null,
		screening: screening ? screeningToWire(screening) : null,
	};
}

function screeningToWire({ rules, until, needsPerson, endedAt, outcome }: ScreeningRow) {
	return { rules, until: until.getTime(), needs_person: needsPerson, ended_at: endedAt?.getTime() ?? null, outcome };
}

export function listedManualToWire(payout: ListedManualPayout): ListedOnWire {
	return { ...manualToWire(payout), taker_name: payout.takerName };
}

function manualToWire(payout: ManualPayoutRow): AdminManualPayout {
	return {
		order_id: payout.orderId,
		state: payout.state,
		roblox_username: payout.robloxUsername,
		roblox_user_id: payout.platformUserId,
		place_id: payout.placeId,
		pass_id: payout.passId,
		net: payout.net,
		price: payout.price,
		taken_by: payout.takenBy,
		purchase_reference: payout.purchaseReference,
		reason: payout.reason,
		created_at: payout.createdAt.getTime(),
	};
}

export function reviewToWire({ id, vendor, orderId, uid, kind, details, foundAt }: Review): AdminPayoutReview {
	const shown = details as Record<string, unknown>;
	return { id, vendor, order_id: orderId, uid, kind, details: shown, found_at: foundAt.getTime() };
}
