import type { RobuxCents } from '../../../contract/money.ts';
import { transferWithText } from '../../ledger/store.ts';
import { bigints, texts, uuids } from '../../lib/db/binary-array.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { prepared } from '../../lib/db/prepared.ts';

/** A credit of an offer, and what became of it. */
export type OfferCredit = {
	amount: RobuxCents;
	at: Date;
	/** Null: its partner did not say. */
	goal: string | null;
	isHeld: boolean;
	/** Of one that is held; null until its partner decides. */
	until: Date | null;
	takenBackAt: Date | null;
	/** Ended in favour of what its partner approved. */
	isApproved: boolean;
};

function following(what: 'reversal' | 'cancel' | 'release'): string {
	const reference = `(t.stem || '${what}')`;
	return `(select f.id, f.at from ${transferWithText('t.uid', reference, 'and uid = $1')} f where f.reference = ${reference})`;
}

const creditsOf = prepared<OfferCredit>(
	'select_offer_credits',
	`select t.amount, t.at, g.goal, t.kind = 'credit-hold' and released.id is null
			and cancelled.id is null and reversal.id is null as "isHeld",
		h.release_at as until, coalesce(reversal.at, cancelled.at) as "takenBackAt", h.outcome = 'approved' is true as "isApproved"
	from (
		select uid, id, amount, at, kind, left(reference, -6) as stem from transfers
		where uid = $1 and debit = $2 and offer_id = $3 and kind in ('credit', 'credit-hold') and at >= $4
		order by id desc limit $5
	) t
	left join credited_goals g on g.uid = t.uid/*many and g.uid = $1*/ and g.transfer_id = t.id
	left join held_credits h on h.uid = t.uid/*many and h.uid = $1*/ and h.hold_id = t.id
	left join lateral ${following('reversal')} reversal on true
	left join lateral ${following('cancel')} cancelled on t.kind = 'credit-hold'
	left join lateral ${following('release')} released on t.kind = 'credit-hold'
	order by t.id`,
);

/** What a wall has credited somebody for one offer since, oldest first. */
export async function selectOfferCredits(
	db: Database,
	uid: string,
	{ wall, key, since, limit }: { wall: string; key: string; since: Date; limit: number },
): Promise<OfferCredit[]> {
	return (await creditsOf(db, uid, `partner:${wall}`, key, since, limit)).rows;
}

const insert = prepared(
	'insert_credited_goals',
	'insert into credited_goals (uid, transfer_id, goal) select * from unnest($1::uuid[], $2::bigint[], $3::text[])',
);

export type CreditedGoal = { uid: string; transferId: number; goal: string };

/** With the credit, in its transaction. */
export async function insertCreditedGoals(tx: Tx, goals: readonly CreditedGoal[]): Promise<void> {
	if (goals.length === 0) return;
	await insert(
		tx,
		uuids(goals.map(({ uid }) => uid)),
		bigints(goals.map(({ transferId }) => transferId)),
		texts(goals.map(({ goal }) => goal)),
	);
}
