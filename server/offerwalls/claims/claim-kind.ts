import { sql } from 'kysely';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { ClaimAnswerKind, ClaimState } from '../../../contract/offerwalls/claims.ts';
import type { TicketKind, TicketRow } from '../../tickets/store-tickets.ts';

export type ClaimRow = TicketRow & {
	state: ClaimState;
	wall: string;
	offerId: string | null;
	offerKey: string | null;
	title: string | null;
	goal: string | null;
	steps: number;
	/** R$ including the boost; null if the step is unknown. */
	shown: RobuxCents | null;
	note: string | null;
	answer: ClaimAnswerKind;
	amount: RobuxCents | null;
	said: string | null;
};

/** SQL condition as text, for prepared statements. */
export const IS_WAITING = "state in ('open', 'asked-partner')";

const toItem = ({ title, wall, amount, said }: ClaimRow) => ({
	...{ offer: title, wall_id: wall, said },
	amount: amount === null ? null : robuxToWire(amount),
});

function toAdminItem(row: ClaimRow) {
	const { said: _, ...item } = toItem(row);
	const { offerId, answer, shown } = row;
	return { ...item, offer_id: offerId, answer, shown: shown === null ? null : robuxToWire(shown) };
}

export const claimKind: TicketKind<ClaimRow, ReturnType<typeof toItem>, ReturnType<typeof toAdminItem>> = {
	name: 'claim',
	letter: 'C',
	table: 'claims',
	columns: sql`t.wall, t.offer_id as "offerId", t.offer_key as "offerKey", t.title, t.goal, t.steps, t.shown, t.note,
		t.answer, t.amount, t.said`,
	time: sql`opened_at`,
	isWaiting: sql.raw(IS_WAITING),
	waitsSince: sql`opened_at`,
	toItem,
	toAdminItem,
};
