import { type Adjustment, waitingAdjustment } from '../../contract/accounts/adjustments.ts';
import { userMessageOf } from '../../contract/admin/reasons.ts';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import {
	asRobuxCents,
	asUsdMicros,
	formatRobux,
	type RobuxCents,
	robuxFromWire,
	robuxToWire,
} from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { requireSecondAboveAllowance, selectApprovalSettings } from '../accounts/allowance.ts';
import { appliesIn, type Proposals } from '../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, noSuchUser, requireOther, withAudit } from '../accounts/with-audit.ts';
import { InsufficientBalance } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { findWallet } from '../ledger/wallet.ts';
import { type Database, datesToMs, type Tx } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { type AdjustmentRow, insertAdjustment, selectAdjustment } from './store.ts';

export type AdjustDeps = ActionDeps & { publish: (uid: string) => void };

/** Books nothing for a repeated request. @throws SecondPersonNeeded above one admin's 24-hour allowance. */
export async function adminAdjustBalance(deps: AdjustDeps, what: CallInput<'adminAdjustBalance'>, admin: AdminContext) {
	const { uid, requestId: id } = what;
	const { actor, approval } = admin;
	const proposed_by = approval?.proposedBy ?? actor.uid;
	const amount = robuxFromWire(what.amount) ?? asRobuxCents(0);
	const wanted = { uid, id, amount, reason: userMessageOf(what.reason), proposed_by };
	const isApproval = approval?.proposal === id;
	const action = isApproval
		? { action: 'approve-adjustment', user: uid, reason: approval.reason }
		: { action: 'adjust', user: uid, reason: what.reason };
	const made = await withAudit<AdjustmentRow>(deps, admin, action, async (tx, atMs) => {
		const stored = await selectAdjustment(tx, id);
		if (stored && isApproval) {
			await book(tx, stored, { atMs });
			return { result: stored, change: adjustmentChange(stored, { before: 'waiting', after: 'booked' }) };
		}
		if (stored) return { result: requireSame(stored, wanted), change: undefined };
		const { reason } = wanted;
		const change = adjustmentChange(wanted, { before: 'none', after: 'waiting' });
		const own = { kind: 'adjustment', id, reason, action: 'adjust', change } as const;
		await requireSecondAboveAllowance(tx, admin, { uid, amount, atMs, own });
		const added = await addAdjustment(tx, { ...wanted, decided_by: actor.uid, atMs });
		return { result: added, change: adjustmentChange(added, { before: 'none', after: 'booked' }) };
	});
	if (made.state === 'booked') deps.publish(uid);
	return toWire(made, actor.uid);
}

type Wanted = Pick<AdjustmentRow, 'uid' | 'amount' | 'reason' | 'proposed_by'>;

function requireSame(stored: AdjustmentRow, wanted: Wanted): AdjustmentRow {
	const fields = ['uid', 'amount', 'reason', 'proposed_by'] as const;
	if (fields.every((field) => stored[field] === wanted[field])) return stored;
	throw callError('already-exists', 'request-id-reused');
}

export type DecideDeps = { db: Database; proposals: Proposals<AdminContext> };

export async function adminDecideAdjustment(
	{ db, proposals }: DecideDeps,
	{ uid, id, approve, reason = null }: CallInput<'adminDecideAdjustment'>,
	admin: AdminContext,
): Promise<Adjustment> {
	requireOther(admin, uid);
	if (!(await findWallet(db, uid))) throw noSuchUser();
	const find = async () => {
		const row = await selectAdjustment(db, id);
		if (row?.uid !== uid) throw callError('not-found', 'no-such-adjustment');
		return row;
	};
	await find();
	await proposals.decide({ id, decision: approve ? 'approve' : 'refuse', reason }, admin);
	return toWire(await find(), admin.actor.uid);
}

export async function adminGetAdjustments(
	{ db, proposals }: DecideDeps,
	page: CallInput<'adminGetAdjustments'>,
	admin: AdminContext,
): Promise<CallResult<'adminGetAdjustments'>> {
	const { items, ...rest } = await proposals.list({ ...page, kind: 'adjustment', state: 'waiting' }, admin);
	const { approvalAbove } = await selectApprovalSettings(db);
	return { ...rest, items: waitingAdjustment.array().parse(items), approvalAbove: robuxToWire(approvalAbove) };
}

type Booked = Pick<AdjustmentRow, 'uid' | 'id' | 'amount' | 'reason' | 'proposed_by'> & {
	decided_by: string;
	atMs: number;
	isNotified?: boolean;
};

export async function addAdjustment(tx: Tx, { atMs, isNotified, ...booked }: Booked): Promise<AdjustmentRow> {
	const { expiresAfterHours } = await selectApprovalSettings(tx);
	const at = new Date(atMs);
	const expires_at = new Date(atMs + expiresAfterHours * HOUR_MS);
	const times = { proposed_at: at, expires_at, applies_at: null, decided_at: at };
	const row: AdjustmentRow = { ...booked, ...times, state: 'booked' };
	if (!(await insertAdjustment(tx, row))) throw callError('already-exists', 'request-id-reused');
	await book(tx, row, { atMs, isNotified });
	return row;
}

/** @throws CallError `out-of-range` if a deduction exceeds the balance. */
async function book(
	tx: Tx,
	{ uid, id, amount, reason }: AdjustmentRow,
	{ atMs, isNotified = false }: { atMs: number; isNotified?: boolean | undefined },
): Promise<void> {
	const reference = `adjustment/${id}`;
	try {
		await postTransfer(tx, {
			kind: amount > 0 ? 'adjustment-up' : 'adjustment-down',
			amount: Math.abs(amount) as RobuxCents,
			...{ uid, reference, atMs },
			memo: { payoutMicros: asUsdMicros(0), ...(reason !== null && { reason }) },
		});
		if (isNotified) return;
		const data = { text: messageOf(amount, reason) };
		await notifyUser(tx, { uid, kind: 'message', data, reference });
	} catch (error) {
		if (!(error instanceof InsufficientBalance)) throw error;
		throw callError('out-of-range', 'adjustment-below-zero', { balance: robuxToWire(error.balance) });
	}
}

function messageOf(amount: RobuxCents, reason: string | null): string {
	const sign = amount > 0 ? '+' : '';
	return `Your balance was corrected by ${sign}${formatRobux(amount)}: ${reason ?? ''}`;
}

export function adjustmentChange(
	{ id, amount }: { id: string; amount: RobuxCents | null },
	state: { before: string; after: string },
) {
	const what = { adjustment: id, amount: amount && robuxToWire(amount) };
	const states = { before: { ...what, state: state.before }, after: { ...what, state: state.after } };
	return { ...states, keeps: ['adjustment', 'amount', 'state'] };
}

export function toWire(row: AdjustmentRow, asker: string): Adjustment {
	const applies = appliesIn({ ...row, appliesAt: row.applies_at });
	return { ...datesToMs(row), ...applies, amount: robuxToWire(row.amount), is_own: row.proposed_by === asker };
}
