import type { Branding } from '../../../../contract/branding.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { robuxToWire } from '../../../../contract/money.ts';
import { refusal } from '../../../../contract/refusals.ts';
import { selectPausedBy } from '../../../accounts/store.ts';
import { banUser, resumeUser } from '../../../accounts/user-record/restrict-user.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../../../accounts/with-audit.ts';
import { recordAudit } from '../../../lib/audit.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../../lib/db/database.ts';
import type { Alert } from '../../../lib/feature.ts';
import * as store from './store-chargebacks.ts';

export const CHARGEBACKS_TO_BAN = 3;

/**
 * The third chargeback bans its user in this transaction.
 * Needs the wallet locks and booked transfers. @returns the newly banned users.
 */
export async function countChargebacks(tx: Tx, chargebacks: readonly store.Chargeback[]): Promise<Set<string>> {
	const banned = new Set<string>();
	if (chargebacks.length === 0) return banned;
	const atMs = Math.max(...chargebacks.map((chargeback) => chargeback.atMs));
	const counted = await store.insertChargebacks(tx, chargebacks);
	for (const user of counted.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))) {
		if (await judge(tx, user, atMs)) banned.add(user.uid);
	}
	return banned;
}

async function judge(
	tx: Tx,
	{ uid, before, added, isBannable }: store.CountedChargebacks,
	atMs: number,
): Promise<boolean> {
	if (!isBannable || before + added < CHARGEBACKS_TO_BAN) return false;
	const count = Math.max(before + 1, CHARGEBACKS_TO_BAN);
	const { message: reason } = refusal('banned-for-chargebacks', { count });
	const isBanned = await banUser(tx, { uid, reason, atMs, rule: 'chargebacks-ban' });
	const about = { details: { chargebacks: count }, keeps: ['chargebacks'] };
	if (isBanned) await recordAudit(tx, { atMs, actor: 'system', action: 'ban', uid, ...about });
	return isBanned;
}

/** Ends pauses that earlier versions set for chargebacks. */
export async function reviewPauses({ db, clock }: { db: Database; clock: { now(): number } }): Promise<void> {
	for (const { uid, reason } of await selectPausedBy(db, 'chargebacks-pause')) {
		await inTransaction(db, async (tx) => {
			const isNew = await resumeUser(tx, { uid, reason });
			if (isNew) await recordAudit(tx, { atMs: clock.now(), actor: 'system', action: 'resume', uid, details: {} });
		});
	}
}

/** Resets the count without lifting the ban. */
export const adminForgiveChargebacks: StaffCall<'adminForgiveChargebacks', ActionDeps> = (deps, input, admin) => {
	const { uid, reason } = input;
	return withAudit(deps, admin, { action: 'forgive-chargebacks', user: uid, reason }, async (tx, atMs) => {
		const forgiven = await store.countOpenChargebacks(tx, uid);
		if (forgiven === 0) return { result: { forgiven }, change: undefined };
		await store.forgiveChargebacks(tx, { uid, atMs });
		const change = { before: { chargebacks: forgiven }, after: { chargebacks: 0 }, keeps: ['chargebacks'] };
		return { result: { forgiven }, change };
	});
};

type LossDeps = DbDeps & { words: Pick<Branding, 'currencySign'> };

export async function listLossAlerts({ db, clock, words: { currencySign } }: LossDeps): Promise<Alert[]> {
	const lost = await store.selectLossesSince(db, new Date(clock.now() - DAY_MS));
	if (lost === 0) return [];
	const message = `Partners reversed credits of deleted accounts. Losses in the last day: ${robuxToWire(lost)} ${currencySign}, including boosts.`;
	return [{ kind: 'losses', message }];
}
