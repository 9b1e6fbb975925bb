import { robuxToWire } from '../../contract/money.ts';
import { failureOf } from '../../contract/withdrawals/failures.ts';
import { postAllUnderLock } from '../ledger/post-transfer.ts';
import type { Tx } from '../lib/db/database.ts';
import { together } from '../lib/db/pipeline.ts';
import { prepared } from '../lib/db/prepared.ts';
import { notifyUsers } from '../notifications/notify-user.ts';
import { insertEvents, type NewEvent } from './payouts/store-events.ts';
import { columnsText, type WithdrawalKey, type WithdrawalRow } from './store.ts';
import { canFollow, reference, type WithdrawalState } from './withdrawal.ts';

export type StateChange = {
	/** Without `fence`, the state changes only if no worker has a lease on the order. */
	of: WithdrawalKey & { fence?: number };
	from: WithdrawalState;
	to: WithdrawalState;
	at: Date;
	nextCheckAt: Date | null;
	leaseUntil?: Date;
	vendorStatus?: string | null;
	refusal?: string | null;
	isAcknowledged?: boolean;
	isUncounted?: boolean;
	isResend?: boolean;
	event: NewEvent;
	late?: NewEvent;
};

const change = prepared<WithdrawalRow>(
	'change_withdrawals',
	`select ${columnsText} from change_withdrawals($1::jsonb)`,
);

/**
 * The only writer of order states (db/grants.sql). The caller holds the wallet locks of orders that close.
 * @returns undefined for orders in another state or leased by another worker.
 */
export async function changeStates(
	tx: Tx,
	changes: readonly StateChange[],
	alongside: (changed: readonly (WithdrawalRow | undefined)[]) => readonly Promise<unknown>[] = () => [],
): Promise<(WithdrawalRow | undefined)[]> {
	for (const { from, to } of changes) if (!canFollow(from, to)) throw new RangeError(`${to} cannot follow ${from}`);
	const { rows } = await change(tx, JSON.stringify(changes.map(toRecord)));
	const byId = new Map(rows.map((row) => [row.id, row]));
	const changed = changes.map(({ of }) => byId.get(of.id));
	const events = changes.flatMap(({ of, at, event, late }, n) => {
		const written = changed[n] ? event : late;
		return written ? [{ ...written, of, at }] : [];
	});
	const closed = changes.flatMap(({ to, at }, n) => {
		const [row, step] = [changed[n], to === 'completed' ? 'paid' : to === 'failed' ? 'refund' : undefined] as const;
		return row && step ? [{ ...row, step, atMs: at.getTime() }] : [];
	});
	await together(insertEvents(tx, events), ...closeBooks(tx, closed), ...alongside(changed));
	return changed;
}

function toRecord({ of, from, to, at, ...rest }: StateChange) {
	return {
		uid: of.uid,
		id: of.id,
		fence: of.fence,
		from_state: from,
		to_state: to,
		at,
		next_ask_at: rest.nextCheckAt,
		lease_until: rest.leaseUntil,
		vendor_status: rest.vendorStatus,
		refusal: rest.refusal,
		is_acknowledged: rest.isAcknowledged,
		is_uncounted: rest.isUncounted,
		is_resend: rest.isResend,
	};
}

type Closed = Pick<WithdrawalRow, 'uid' | 'id' | 'orderId' | 'amount' | 'refusal' | 'method'> & {
	step: 'paid' | 'refund';
	atMs: number;
};

function closeBooks(tx: Tx, closed: readonly Closed[]): Promise<unknown>[] {
	if (closed.length === 0) return [];
	const transfers = closed.map(({ uid, id, amount, step, atMs }) => ({
		kind: `withdrawal-${step}` as const,
		uid,
		amount,
		reference: reference(id, step),
		atMs,
	}));
	const notices = closed.map(({ uid, id, orderId, amount, step, refusal, method }) => {
		const data = { order_id: orderId, amount: robuxToWire(amount) };
		return {
			uid,
			reference: `withdrawal/${id}/end`,
			...(step === 'paid'
				? { kind: 'withdrawal-paid' as const, data: method === 'gift-card' ? { ...data, method } : data }
				: { kind: 'withdrawal-refunded' as const, data: { ...data, because: failureOf(refusal) } }),
		};
	});
	return [postAllUnderLock(tx, transfers), notifyUsers(tx, notices)];
}
