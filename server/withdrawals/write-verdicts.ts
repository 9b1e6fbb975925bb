import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { postAllUnderLock } from '../ledger/post-transfer.ts';
import { lockWallets } from '../ledger/wallet.ts';
import type { Database, Tx } from '../lib/database.ts';
import { inPipeline, together } from '../lib/pipeline.ts';
import { giveBackSpend } from './payout-safety.ts';
import type { WithdrawalRow } from './store.ts';
import { type Outcome, recordOutcomes } from './store-claims.ts';
import { insertEvents, type NewEvent } from './store-events.ts';
import { tellEnds } from './tell-end.ts';
import { reference } from './withdrawal.ts';

/** What was found out of an order, under the claim with which it was read. */
export type Finding = { order: WithdrawalRow; outcome: Outcome; event: NewEvent };

/**
 * Writes what was found out of orders and, of those that it closes, moves the money and tells their users: one transaction,
 * in five turns however many there are. Of a claim that was taken over meanwhile nothing is kept but that its answer came.
 *
 * @param alongside in the same transaction, under the wallets' locks and before anything is written. What it throws undoes
 * all of it; and so does a lost claim, with a CallError `aborted`.
 * @returns which of them were written.
 */
export function writeVerdicts(
	db: Database,
	findings: readonly Finding[],
	alongside?: (tx: Tx) => Promise<void>,
): Promise<boolean[]> {
	return inPipeline(db, async (tx) => {
		// Wallets first, then orders: the same sequence as a new withdrawal, so the two never wait for each other.
		const locked = findings.filter(({ outcome }) => alongside || stepOf(outcome));
		await lockWallets(
			tx,
			locked.map(({ order }) => order.uid),
		);
		await alongside?.(tx);
		const written = await recordOutcomes(tx, findings.toSorted(byUser));
		const isWritten = ({ order }: Finding) => written.has(order.id);
		// What was to happen alongside must not be kept either.
		if (alongside && !findings.every(isWritten)) throw new CallError('aborted', refusal('withdrawal-in-hand'));
		const kept = findings.filter(isWritten);
		await together(
			insertEvents(
				tx,
				findings.map((finding) => toEvent(finding, isWritten(finding))),
			),
			closeBooks(
				tx,
				kept.flatMap(({ order, outcome }) => {
					const step = stepOf(outcome);
					return step ? [{ ...order, step, atMs: outcome.now.getTime() }] : [];
				}),
			),
			// They were not sent, so they have not used up their share.
			...kept.filter(({ outcome }) => outcome.to === 'requested').map(({ order }) => giveBackSpend(tx, order)),
		);
		return findings.map(isWritten);
	});
}

export type Closing = Pick<WithdrawalRow, 'uid' | 'id' | 'orderId' | 'amount'> & {
	step: 'paid' | 'refund';
	atMs: number;
};

/**
 * Moves the money of orders that have just been closed, and tells their users, in the transaction that closes them: once,
 * because a row is closed once. Their wallets are locked.
 */
export async function closeBooks(tx: Tx, closings: readonly Closing[]): Promise<void> {
	if (closings.length === 0) return;
	const transfers = closings.map(({ uid, id, amount, step, atMs }) => ({
		kind: `withdrawal-${step}` as const,
		uid,
		amount,
		reference: reference(id, step),
		atMs,
	}));
	await together(postAllUnderLock(tx, transfers), tellEnds(tx, closings));
}

function stepOf({ to }: Outcome): Closing['step'] | undefined {
	return to === 'completed' ? 'paid' : to === 'failed' ? 'refund' : undefined;
}

function toEvent({ order, outcome, event }: Finding, isWritten: boolean) {
	const { from, to, refusal, now } = outcome;
	return isWritten
		? { of: order, kind: event.kind, details: { ...event.details, from, to, refusal }, at: now }
		: { of: order, kind: 'late' as const, details: event.details, at: now };
}

function byUser(one: Finding, other: Finding): number {
	return one.order.uid < other.order.uid ? -1 : 1;
}
