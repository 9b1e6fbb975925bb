import { refusal } from '../../../../contract/refusals.ts';
import { banUser } from '../../../accounts/user-record/ban-user.ts';
import { listPausedFor, pauseUser, resumeUser } from '../../../accounts/user-record/pause-user.ts';
import { recordAudit } from '../../../lib/audit.ts';
import { type Database, inTransaction, type Tx } from '../../../lib/db/database.ts';
import {
	type Chargeback,
	type CountedChargebacks,
	countCompletions,
	insertChargebacks,
	type OfferwallSettings,
	selectSettings,
} from './store-chargebacks.ts';

const COMPLETIONS_MIN = 10;
const PAUSED = refusal('paused-for-chargebacks').message;

/**
 * Counts credits that partners took back. The one too many bans its user in this very transaction; the rate rule pauses.
 * The caller holds the users' wallet locks and has booked the transfers, once. @returns the users who were banned now.
 */
export async function countChargebacks(tx: Tx, chargebacks: readonly Chargeback[]): Promise<Set<string>> {
	const banned = new Set<string>();
	if (chargebacks.length === 0) return banned;
	const atMs = Math.max(...chargebacks.map((chargeback) => chargeback.atMs));
	const counted = await insertChargebacks(tx, chargebacks);
	// In one order, so that two who ban several users wait for each other instead of deadlocking.
	for (const user of counted.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))) {
		if (user.isBannable && (await judge(tx, user, atMs))) banned.add(user.uid);
	}
	return banned;
}

async function judge(tx: Tx, { uid, before, added }: CountedChargebacks, atMs: number): Promise<boolean> {
	const settings = await selectSettings(tx);
	if (before + added >= settings.chargebacksToBan) {
		const count = Math.max(before + 1, settings.chargebacksToBan);
		const { message: reason } = refusal('banned-for-chargebacks', { count });
		const isBanned = await banUser(tx, { uid, reason, atMs, rule: 'chargebacks-ban' });
		if (isBanned) await recordAudit(tx, { atMs, actor: 'system', action: 'ban', uid, details: { chargebacks: count } });
		return isBanned;
	}
	if (await isAboveRate(tx, uid, settings)) {
		const isNew = await pauseUser(tx, { uid, reason: PAUSED, rule: 'chargebacks-pause' });
		if (isNew)
			await recordAudit(tx, { atMs, actor: 'system', action: 'pause', uid, details: { chargebacks: before + added } });
	}
	return false;
}

/** Resumes withdrawals of those whose share has fallen below the limit, or whom the rule no longer concerns. */
export async function reviewPauses({ db, clock }: { db: Database; clock: { now(): number } }): Promise<void> {
	const settings = await selectSettings(db);
	for (const uid of await listPausedFor(db, PAUSED)) {
		await inTransaction(db, async (tx) => {
			if (await isAboveRate(tx, uid, settings)) return;
			const isNew = await resumeUser(tx, { uid, reason: PAUSED });
			if (isNew) await recordAudit(tx, { atMs: clock.now(), actor: 'system', action: 'resume', uid, details: {} });
		});
	}
}

async function isAboveRate(tx: Tx, uid: string, { pauseAbovePercent, pauseWindow }: OfferwallSettings) {
	if (pauseAbovePercent === null) return false;
	const { completed, takenBack } = await countCompletions(tx, uid, pauseWindow);
	return completed >= COMPLETIONS_MIN && takenBack * 100 > completed * pauseAbovePercent;
}
