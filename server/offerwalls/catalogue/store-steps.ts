import type { RobuxCents } from '../../../contract/money.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { bigints, prepared, texts, uuids } from '../../lib/db/prepared.ts';
import { columnsOf } from '../booking/columns.ts';
import { creditStateColumns, creditStateJoins } from '../booking/credit-states.ts';

export type OfferCredit = {
	wall: string;
	key: string;
	amount: RobuxCents;
	at: Date;
	goal: string | null;
	isHeld: boolean;
	/** Null until the partner decides. */
	until: Date | null;
	takenBackAt: Date | null;
	/** True if an approved credit has replaced this pending one. */
	isApproved: boolean;
};

const creditsOf = prepared<OfferCredit>(
	'select_offer_credits',
	`select t.wall, t.key, t.amount, t.at, g.goal, ${creditStateColumns}, h.outcome = 'approved' is true as "isApproved"
	from (
		select uid, id, amount, at, kind, left(reference, -6) as stem, o.wall, o.key
		from transfers
		join unnest($2::text[], $3::text[]) as o (wall, key) on debit = 'partner:' || o.wall and offer_id = o.key
		where uid = $1 and kind in ('credit', 'credit-hold') and at >= $4
		order by id desc limit $5
	) t
	${creditStateJoins}
	order by t.id`,
);

type OfferKey = { wall: string; key: string };

/** Oldest first. */
type Search = { offers: readonly OfferKey[]; since: Date; limit: number };

export async function selectOfferCredits(db: Database, uid: string, { offers, since, limit }: Search) {
	const [walls, keys] = [texts(offers.map(({ wall }) => wall)), texts(offers.map(({ key }) => key))];
	return (await creditsOf(db, uid, walls, keys, since, limit)).rows;
}

const insert = prepared(
	'insert_credited_goals',
	'insert into credited_goals (uid, transfer_id, goal) select * from unnest($1::uuid[], $2::bigint[], $3::text[])',
);

export type CreditedGoal = { uid: string; transferId: number; goal: string };

export async function insertCreditedGoals(tx: Tx, goals: readonly CreditedGoal[]): Promise<void> {
	if (goals.length > 0) await insert(tx, ...columnsOf(goals, { uid: uuids, transferId: bigints, goal: texts }));
}
