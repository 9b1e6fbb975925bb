import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';
import type { Tx } from '../../lib/db/database.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { changeStates } from '../change-state.ts';
import type { NewWithdrawal } from '../store.ts';
import { WATCH_PAYOUTS_TASK } from '../withdrawal.ts';
import { needsPerson } from './screening.ts';
import { insertScreening } from './store-screenings.ts';

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
		insertScreening(tx, { ...order, rules, until, needsPerson: forPerson, startedAt: at }),
		...(forPerson ? [enqueue(tx, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK)] : []),
	]);
}
