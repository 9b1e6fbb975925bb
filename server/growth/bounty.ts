import { DAY_MS } from '../../contract/durations.ts';
import { BOUNTY_DAYS, type BountyTerms } from '../../contract/growth.ts';

/** `stem` is the reference without its last word. */
type Move = { id: number; at: Date; kind: string; amount: number; stem: string };

export type Invited = {
	uid: string;
	inviter: string | null;
	invitation: string;
	terms: BountyTerms | null;
	endsAt: Date;
	isBanned: boolean;
	isDeleted: boolean;
	moves: readonly Move[];
};

export type NewBounty = {
	uid: string;
	reference: string;
	kind: 'first' | 'second' | 'boost';
	invited: string;
	cause: number;
	/** Net credits of the invited user that keep it. */
	needs: number;
	amount: number;
};
export type Bounty = NewBounty & { state: 'held' | 'released' | 'cancelled' | 'reversed' | 'refused' };

export const BOUNTY_MS = BOUNTY_DAYS * DAY_MS;

const isReversal = ({ kind }: Move) => kind === 'reversal' || kind === 'loss';
const isCredit = ({ kind }: Move) => kind === 'credit' || kind === 'credit-release';
const sumOf = (moves: readonly Move[]) => moves.reduce((sum, { amount }) => sum + amount, 0);
const netOf = (moves: readonly Move[]) => sumOf(moves.filter(isCredit)) - sumOf(moves.filter(isReversal));

/** Later transfers never change the amounts. */
export function earnedBounties({ inviter, terms, ...invited }: Invited): NewBounty[] {
	if (!inviter || !terms || invited.isBanned || invited.isDeleted) return [];
	const { uid, invitation, endsAt, moves } = invited;
	const payments = moves.filter(({ kind }) => kind === 'withdrawal-paid');
	const soon = payments.filter(({ at }) => at <= endsAt);
	const reached = soon.find((_, n) => sumOf(soon.slice(0, n + 1)) >= terms.paid);
	const [first] = payments;
	const taken = new Set(moves.filter(isReversal).map(({ stem }) => stem));
	const bounty = (kind: Bounty['kind'], cause: number, needs: number, amount: number): NewBounty => {
		const reference = `referral/${invitation}/${kind === 'boost' ? `boost-${cause}` : kind}`;
		return { uid: kind === 'boost' ? uid : inviter, reference, kind, invited: uid, cause, needs, amount };
	};
	let left = terms.boost_max;
	const boosts = moves.filter(isCredit).flatMap(({ id, amount, stem }) => {
		const boost = Math.min(Math.floor((amount * terms.boost_percent) / 100), left);
		left -= boost;
		return taken.has(stem) ? [] : [bounty('boost', id, 0, boost)];
	});
	if (first) boosts.push(bounty('first', first.id, first.amount, terms.first));
	if (reached && taken.size === 0) boosts.push(bounty('second', reached.id, terms.paid, terms.second));
	const net = netOf(moves);
	return boosts.filter(({ amount, needs }) => amount > 0 && net >= needs);
}

export function isCauseGone({ kind, state, cause, needs }: Bounty, { isBanned, isDeleted, moves }: Invited): boolean {
	if (isBanned) return true;
	if (state === 'held' && (isDeleted || (kind === 'second' && moves.some(isReversal)))) return true;
	if (kind !== 'boost') return netOf(moves) < needs;
	const stem = moves.find(({ id }) => id === cause)?.stem;
	return moves.some((move) => isReversal(move) && move.stem === stem);
}
