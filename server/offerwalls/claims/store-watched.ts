import { sql } from 'kysely';
import { robuxToWire } from '../../../contract/money.ts';
import { postAllUnderLock } from '../../ledger/post-transfer.ts';
import { ofUsers, type Tx } from '../../lib/db/database.ts';
import { prepared, uuids } from '../../lib/db/prepared.ts';
import { notifyUsers } from '../../notifications/notify-user.ts';
import type { NewNotice } from '../../notifications/store.ts';
import { type ClaimEnd, toReturn, type WatchedClaim } from './late-credit.ts';
import { IS_WAITING } from './store-claims.ts';

const watched = prepared<WatchedClaim>(
	'select_watched_claims',
	`select c.uid, c.reference, c.wall, c.offer_key as "offerKey", c.title, c.goal, c.steps, c.opened_at as "openedAt",
		c.adjustment_id as "adjustmentId", c.left_amount as left, held.goals as "heldGoals"
	from claims c
	left join lateral (
		select jsonb_object_agg(t.reference, g.goal) as goals
		from credited_goals g join transfers t on t.uid = g.uid and t.id = g.transfer_id
		where g.uid = c.uid and ${ofUsers('g.uid')} and ${ofUsers('t.uid')} and t.kind = 'credit-hold'
	) held on c.goal is not null
	where c.uid = any($1::uuid[]) and (c.left_amount > 0 or (${IS_WAITING} and c.offer_key is not null))`,
);

/** Requires the wallet locks. */
export async function selectWatchedClaims(tx: Tx, uids: readonly string[]): Promise<WatchedClaim[]> {
	if (uids.length === 0) return [];
	return (await watched(tx, uuids(uids))).rows;
}

export async function writeClaimEnds(tx: Tx, ends: readonly ClaimEnd[]): Promise<void> {
	if (ends.length === 0) return;
	await postAllUnderLock(tx, ends.flatMap(toReturn));
	for (const { claim, credit, goesBack } of ends) {
		const isOver = claim.steps <= 1;
		await sql`
			update claims set
				left_amount = case when ${isOver} then 0 else left_amount - ${goesBack ?? 0} end,
				state = 'settled', amount = coalesce(amount, ${credit.amount}),
				changed_at = case when adjustment_id is null then ${new Date(credit.atMs)} else changed_at end
			where uid = ${claim.uid} and reference = ${claim.reference}
		`.execute(tx);
	}
	await notifyUsers(tx, ends.map(toNotice));
}

function toNotice({ claim: { uid, reference, title: offer }, credit, goesBack }: ClaimEnd): NewNotice {
	if (goesBack === undefined) {
		const data = { reference, offer, amount: robuxToWire(credit.amount), by: 'partner' as const };
		return { uid, kind: 'claim-settled', data, reference: `claim/${reference}/settled` };
	}
	const data = { reference, offer, amount: robuxToWire(goesBack) };
	return { uid, kind: 'claim-paid-twice', data, reference: `claim/${reference}/${credit.transactionId}` };
}
