import { robuxToWire } from '../../../contract/money.ts';
import { orderRecall } from '../../accounts/memory/account-memory.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { inPipeline, together } from '../../lib/db/pipeline.ts';
import { notifyUsers } from '../../notifications/notify-user.ts';
import { type PushMessage, pushUsers } from '../../notifications/push/store-push.ts';
import type { NewNotice } from '../../notifications/store.ts';
import { insertCreditedGoals } from '../catalogue/store-steps.ts';
import { writeClaimEnds } from '../claims/store-watched.ts';
import type { Postback } from '../postbacks/received-postback.ts';
import type { BrakedRound } from '../walls/brakes/wall-brakes.ts';
import { countChargebacks } from './chargebacks/chargeback.ts';
import { decideRound, isCapped, type Plan, type Taken } from './decide-round.ts';
import type { BookedEvent, EventItem } from './event-item.ts';
import { lookAtRound, roundOf } from './look-at-round.ts';
import { isPendingId, requestedOf } from './offer-transfers.ts';
import * as store from './store.ts';
import { endHeldCredits, insertHeldCredits } from './store-held.ts';
import { type NoteTurn, startTurns } from './turns.ts';

export type Booking = { brakes?: Pick<BrakedRound, 'holdOf'>; noteTurn?: NoteTurn | undefined };

/**
 * Books in one durable transaction. A second round decides the reversal of a credit in the same batch.
 * @param items must belong to one group (`Engine.groupOf`).
 */
export function bookEvents(db: Database, items: readonly EventItem[], { brakes = unbraked, noteTurn }: Booking = {}) {
	return inPipeline(db, async (tx, last) => {
		const endTurn = startTurns(noteTurn);
		const booked = new Map<EventItem, BookedEvent>();
		const banned = new Set<string>();
		const toPostback = (item: EventItem): Postback => {
			const { outcome, why, transferId } = booked.get(item) as BookedEvent;
			return { ...item.received, outcome, why, uid: item.event.uid, transferId };
		};
		const keep = () => store.insertPostbacks(tx, items.map(toPostback));
		for (let round = roundOf(items); ; ) {
			const state = await lookAtRound(tx, round, () => endTurn('lock'));
			endTurn('look');
			const plan = decideRound(round, state, brakes);
			endTurn('decide');
			for (const [item, result] of plan.booked) booked.set(item, result);
			const isLast = plan.next.length === 0;
			if (isLast && plan.taken.size === 0 && plan.claimEnds.length === 0) {
				await last(together(...writeRound(tx, plan), keep()).finally(() => endTurn('write')));
				endTurn('commit');
				break;
			}
			const [, bannedNow] = await together(together(...writeRound(tx, plan)), judgeTaken(tx, [...plan.taken.values()]));
			endTurn('write');
			for (const uid of bannedNow) banned.add(uid);
			if (isLast) {
				await last(keep());
				endTurn('commit');
				break;
			}
			round = { paying: [], reversals: plan.next };
		}
		return items.map((item) => {
			const result = booked.get(item) as BookedEvent;
			return banned.delete(item.event.uid) ? { ...result, banned: true } : result;
		});
	});
}

/** Manual bookings skip the offerwall's hourly limit. */
const unbraked: Pick<BrakedRound, 'holdOf'> = { holdOf: () => undefined };

function writeRound(
	tx: Tx,
	{ batch, booked, claims, holds, ended, goals, claimEnds, waiting, settled }: Plan,
): Promise<unknown>[] {
	const held = holds.flatMap(toNotice);
	return [
		batch.write(tx),
		store.insertClaims(tx, claims),
		insertHeldCredits(tx, holds),
		endHeldCredits(tx, ended),
		insertCreditedGoals(tx, goals),
		writeClaimEnds(tx, claimEnds),
		store.insertWaitingReversals(tx, waiting),
		store.deleteWaitingReversals(tx, settled),
		notifyUsers(tx, held),
		pushUsers(tx, toPushes(booked, held)),
	];
}

function toPushes(booked: Plan['booked'], held: readonly NewNotice[]): PushMessage[] {
	const credited = [...booked].flatMap(([{ event }, { outcome }]) => (outcome === 'booked' ? event : []));
	const uids = new Set([...credited, ...held].map(({ uid }) => uid));
	return [...uids].map((uid) => ({ uid, kind: 'credited', path: '/offer-history' }));
}

function toNotice({ uid, wall, transactionId, hold, amount, item: { event } }: Plan['holds'][number]): NewNotice[] {
	if (!hold || hold.untilMs === null) return [];
	const data = { amount: robuxToWire(amount), name: event.offerName ?? null, until: hold.untilMs };
	return [{ uid, kind: 'credit-held', data, reference: store.creditReference(wall, transactionId) }];
}

async function judgeTaken(tx: Tx, taken: readonly Taken[]): Promise<Set<string>> {
	const final = taken.filter(({ credit }) => !isPendingId(credit.transactionId));
	const chargebacks = final.map(({ reversal: { uid, atMs }, transferId }) => ({ uid, transferId, atMs }));
	const [banned] = await together(
		countChargebacks(tx, chargebacks),
		...chargebacks.map(({ uid }) => orderRecall(tx, uid)),
		...taken.filter(isCapped).map((taking) => {
			const { reversal, credit } = taking;
			const { uid, wall, atMs } = reversal;
			const amounts = { askedCents: requestedOf(taking), takenCents: credit.amount };
			const details = { wall, transactionId: credit.transactionId, ...amounts };
			const keeps = ['wall', 'transactionId', 'askedCents', 'takenCents'];
			return recordAudit(tx, { atMs, actor: 'system', action: 'reversal-capped', uid, details, keeps });
		}),
	);
	return banned;
}
