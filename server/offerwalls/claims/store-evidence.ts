import type { ClaimFile } from '../../../contract/admin/claims.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared } from '../../lib/db/prepared.ts';
import { creditStateColumns, creditStateJoins, following } from '../booking/credit-states.ts';
import type { OfferCredit } from '../catalogue/store-steps.ts';
import type { HeldCreditOf } from './answer-claim.ts';

const CREDITS_MAX = 200;
const CLICKS_MAX = 100;

type Row = Omit<HeldCreditOf, 'atMs' | 'state' | 'untilMs' | 'takenBackAtMs'> &
	Pick<OfferCredit, 'at' | 'isHeld' | 'until' | 'takenBackAt'>;

const creditsOf = prepared<Row>(
	'select_wall_credits',
	`select t.at, t.offer_id as "offerKey", t.offer_name as name, g.goal, t.amount, coalesce(boost.amount, 0) as boost, ${creditStateColumns}, coalesce(reversal.reason, cancelled.reason) as reason
	from (
		select uid, id, at, amount, kind, offer_id, offer_name, left(reference, -6) as stem from transfers
		where uid = $1 and debit = $2 and kind in ('credit', 'credit-hold') and at >= $3
		order by id desc limit ${CREDITS_MAX}
	) t
	${creditStateJoins}
	left join lateral ${following('t.uid', 'boost')} boost on true
	-- What its partner has approved stands as a credit of its own.
	where h.outcome is distinct from 'approved'
	order by t.id`,
);

type About = { uid: string; wall: string; since: Date };

export async function selectWallCredits(db: Database | Tx, { uid, wall, since }: About): Promise<HeldCreditOf[]> {
	const { rows } = await creditsOf(db, uid, `partner:${wall}`, since);
	return rows.map(({ at, isHeld, until, takenBackAt, ...row }) => ({
		...row,
		atMs: at.getTime(),
		state: takenBackAt ? 'taken-back' : isHeld ? 'held' : 'credited',
		untilMs: until?.getTime() ?? null,
		takenBackAtMs: takenBackAt?.getTime() ?? null,
	}));
}

export async function selectClicksOfWall(db: Database | Tx, { uid, wall, since }: About): Promise<Map<string, number>> {
	const rows = await rowsOf<{ key: string; at: Date }>(db)`
		select offer_key as key, max(at) as at from clicks
		where uid = ${uid} and wall = ${wall} and at >= ${since} group by offer_key
	`;
	return new Map(rows.map(({ key, at }) => [key, at.getTime()]));
}

export function selectClickList(db: Database, { uid, wall }: Omit<About, 'since'>) {
	return rowsOf<InDates<ClaimFile['clicks'][number], 'at'>>(db)`
		select id, at, offer_key, title, country, device from clicks
		where uid = ${uid} and wall = ${wall} order by at desc, id limit ${CLICKS_MAX}
	`;
}

type ClickedOffer = { wall: string; offerKey: string; title: string; at: Date; country: string | null };

export function selectClickedOffer(db: Database, uid: string, offerId: string): Promise<ClickedOffer | undefined> {
	return rowOf<ClickedOffer>(db)`
		select wall, offer_key as "offerKey", title, at, country from clicks
		where uid = ${uid} and offer_id = ${offerId} order by at desc limit 1
	`;
}
