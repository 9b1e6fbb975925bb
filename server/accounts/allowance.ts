import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { recordAudit } from '../lib/audit.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import { type Database, inTransaction, rowOf, type Tx } from '../lib/db/database.ts';
import { requireSecond, type SecondPersonNeeded } from './second-person.ts';

export type ApprovalSettings = {
	/** Limit in R$ cents per admin and 24 hours. */
	approvalAbove: RobuxCents;
	expiresAfterHours: number;
};

export async function selectApprovalSettings(db: Database | Tx): Promise<ApprovalSettings> {
	const settings = await rowOf<ApprovalSettings>(db)`
		select expires_after_hours as "expiresAfterHours", coalesce(
			(select value::bigint * 100 from site_settings where name = 'APPROVAL_LIMIT'), approval_above
		) as "approvalAbove" from adjustment_settings
	`;
	if (!settings) throw new Error('adjustment_settings has no row');
	return settings;
}

/** @param amount R$ cents of a booking that is not stored yet. */
export async function isWithinAllowance(
	tx: Tx,
	{ by, amount, atMs }: { by: string; amount: number; atMs: number },
): Promise<boolean> {
	const { approvalAbove } = await selectApprovalSettings(tx);
	const given = await sumGivenAlone(tx, by, new Date(atMs - DAY_MS));
	return given + Math.abs(amount) <= approvalAbove;
}

export async function requireSecondAboveAllowance(
	tx: Tx,
	admin: Parameters<typeof requireSecond>[0],
	{ atMs, ...about }: SecondPersonNeeded['about'] & { amount: RobuxCents; atMs: number },
): Promise<void> {
	const isAllowed = await isWithinAllowance(tx, { by: admin.actor.uid, amount: about.amount, atMs });
	if (!isAllowed) requireSecond(admin, about);
}

async function sumGivenAlone(tx: Tx, by: string, since: Date): Promise<number> {
	const row = await rowOf<{ sum: number }>(tx)`
		select (
			select coalesce(sum(abs(amount)), 0) from adjustments
			where proposed_by = ${by} and proposed_at > ${since} and state = 'booked' and decided_by = proposed_by
		)::bigint + (
			select coalesce(sum(amount * uses_max), 0) from promo_codes
			where created_by = ${by} and created_at > ${since} and proposal is null
		)::bigint + (
			select coalesce(sum(coalesce(details ->> 'amount', details -> 'after' ->> 'forfeited')::numeric * 100), 0)
			from audit_records
			where actor = ${by} and action in ('delete-account', 'decide-held-credits') and at > ${since}
				and not details ? 'proposal'
		)::bigint as sum
	`;
	return row?.sum ?? 0;
}

export async function changeApprovalLimit({ owner, clock }: { owner: Database; clock: Clock }, limit: RobuxCents) {
	await inTransaction(owner, async (tx) => {
		const before = robuxToWire((await selectApprovalSettings(tx)).approvalAbove);
		await sql`update adjustment_settings set approval_above = ${limit}`.execute(tx);
		await sql`delete from site_settings where name = 'APPROVAL_LIMIT'`.execute(tx);
		const details = { before: { limit: before }, after: { limit: robuxToWire(limit) } };
		await recordAudit(tx, { atMs: clock.now(), actor: 'system', action: 'change-adjustment-limit', details });
	});
}
