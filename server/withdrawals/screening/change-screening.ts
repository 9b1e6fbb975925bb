import { callError } from '../../../contract/refusals.ts';
import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';
import type { AccountMemory } from '../../accounts/memory/account-memory.ts';
import { recordAction, requireOtherOrTwo, type StaffCall } from '../../accounts/with-audit.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { changeStates } from '../change-state.ts';
import { orderNow, requireWithdrawal } from '../review/review-withdrawal.ts';
import { requireVendorsChecked } from '../safety/payout-safety.ts';
import type { NewWithdrawal } from '../store.ts';
import { WATCH_PAYOUTS_TASK } from '../withdrawal.ts';
import { needsPerson, rulesThatHold } from './screening.ts';
import * as store from './store-screenings.ts';

export type EndDeps = DbDeps & {
	log: Log;
	memory: AccountMemory;
	publish: (uid: string) => void;
	wakePayouts: () => void;
};

const AT_ONCE = 100;

export async function endScreenings(deps: EndDeps): Promise<void> {
	for (;;) {
		const due = await store.selectDueScreenings(deps.db, new Date(deps.clock.now()), AT_ONCE);
		let isAnyOver = false;
		for (const order of due) isAnyOver = (await endOne(deps, order)) || isAnyOver;
		if (isAnyOver) deps.wakePayouts();
		if (due.length < AT_ONCE) return;
	}
}

async function endOne({ db, clock, log, memory, publish }: EndDeps, order: store.DueScreening): Promise<boolean> {
	const nowMs = clock.now();
	const at = new Date(nowMs);
	const hasGoneOn = await inTransaction(db, async (tx) => {
		const facts = await store.readScreeningFacts({ db: tx, clock, memory }, order);
		const rules = rulesThatHold(facts, { amount: order.amount, nowMs });
		if (order.isStopped || needsPerson(rules)) {
			await store.leaveToPerson(tx, order, rules);
			await enqueue(tx, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK);
			return false;
		}
		const event = { kind: 'screening', details: { outcome: 'went-on' } } as const;
		const change = { of: order, from: 'screening', to: 'requested', at, nextCheckAt: at, event } as const;
		const [changed] = await changeStates(tx, [change]);
		if (changed) await store.endScreening(tx, order, { outcome: 'went-on', by: null, at });
		return changed !== undefined;
	});
	if (!hasGoneOn) return false;
	log.info({ orderId: order.orderId }, 'withdrawal released from screening');
	publish(order.uid);
	return true;
}

/** Runs in the order's transaction, so that no worker sends the order first. */
export async function holdBack(
	tx: Tx,
	order: NewWithdrawal,
	{ rules, until, partner }: { rules: ScreeningRule[]; until: Date; partner: string | null },
): Promise<void> {
	const at = order.createdAt;
	const forPerson = needsPerson(rules);
	const event = {
		kind: 'screening',
		details: { rules, until: until.getTime(), ...(rules.includes('partner-standing') && { partner }) },
	} as const;
	const change = { of: order, from: 'requested', to: 'screening', at, nextCheckAt: until, event } as const;
	await changeStates(tx, [change], () => [
		store.insertScreening(tx, { ...order, rules, until, needsPerson: forPerson, startedAt: at }),
		...(forPerson ? [enqueue(tx, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK)] : []),
	]);
}

export type DecideDeps = DbDeps & { publish: (uid: string) => void; wakePayouts: () => void };

const ends = { pay: { to: 'requested' }, refund: { to: 'failed', refusal: 'screening' } } as const;

export const decideScreening: StaffCall<'adminDecideScreening', DecideDeps> = async (deps, input, admin) => {
	const { order_id: orderId, decision, reason } = input;
	const order = await requireWithdrawal(deps, orderId);
	await requireOtherOrTwo(deps.db, admin, order.uid);
	if (order.state !== 'screening') throw callError('failed-precondition', 'withdrawal-not-screened');
	await inTransaction(deps.db, async (tx) => {
		const at = new Date(deps.clock.now());
		await requireVendorsChecked(tx);
		await lockWallet(tx, order.uid);
		const states = { before: { state: 'screening' }, after: { state: ends[decision].to } };
		const change = { orderId, decision, ...states, owner: order.uid, keeps: ['orderId', 'decision', 'state'] };
		await recordAction({ ...deps, db: tx }, admin, { action: 'decide-screening', reason, change });
		const end = ends[decision];
		const event = { kind: 'deed', details: { deed: `screening-${decision}`, by: admin.actor.uid } } as const;
		const nextCheckAt = end.to === 'failed' ? null : at;
		const moved = { of: order, from: 'screening', at, nextCheckAt, event, ...end } as const;
		const [changed] = await changeStates(tx, [moved]);
		if (!changed) throw callError('failed-precondition', 'withdrawal-not-screened');
		await store.endScreening(tx, order, { outcome: decision, by: admin.actor.uid, at });
	});
	deps.publish(order.uid);
	if (decision === 'pay') deps.wakePayouts();
	return orderNow(deps, orderId);
};
