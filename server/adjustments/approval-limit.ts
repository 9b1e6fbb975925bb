import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { selectAdjustmentSettings, updateApprovalAbove } from './store.ts';

/** Sets how much one admin may correct alone in 24 hours. Needs the owner's privileges: it is done at the machine. */
export async function changeApprovalLimit(
	{ owner, clock }: { owner: Database; clock: Clock },
	limit: RobuxCents,
): Promise<void> {
	await inTransaction(owner, async (tx) => {
		const before = robuxToWire((await selectAdjustmentSettings(tx)).approvalAbove);
		await updateApprovalAbove(tx, limit);
		const details = { before: { limit: before }, after: { limit: robuxToWire(limit) } };
		await recordAudit(tx, { atMs: clock.now(), actor: 'system', action: 'change-adjustment-limit', details });
	});
}
