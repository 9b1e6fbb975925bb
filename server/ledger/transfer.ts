import type { RobuxCents, UsdMicros } from '../../contract/money.ts';

/** Pure rules: accounts, effect on a wallet's figures, what may go below zero. Stated once, here. */

/** `partner` stands for `partner:<wall>`; `wallet` and `pending` belong to the transfer's uid. */
type Account =
	| 'wallet'
	| 'pending'
	| 'partner'
	| 'payouts:held'
	| 'payouts:paid'
	| 'house:promotions'
	| 'house:boosts'
	| 'house:adjustments'
	| 'house:forfeited'
	| 'house:losses';

type KindFacts = {
	debit: Account;
	credit: Account;
	/** What the kind adds to lifetime earnings, as a multiple of the amount. Absent: nothing. */
	earned?: 1 | -1;
	/** Whether the kind may take a wallet below zero: only what a partner takes back may, and what goes with it. */
	mayOverdraw?: true;
};

export const transferKinds = {
	credit: { debit: 'partner', credit: 'wallet', earned: 1 },
	reversal: { debit: 'wallet', credit: 'partner', earned: -1, mayOverdraw: true },
	'credit-hold': { debit: 'partner', credit: 'pending' },
	'credit-release': { debit: 'pending', credit: 'wallet', earned: 1 },
	'credit-cancel': { debit: 'pending', credit: 'partner' },
	'withdrawal-hold': { debit: 'wallet', credit: 'payouts:held' },
	'withdrawal-paid': { debit: 'payouts:held', credit: 'payouts:paid' },
	'withdrawal-refund': { debit: 'payouts:held', credit: 'wallet' },
	promotion: { debit: 'house:promotions', credit: 'wallet' },
	'adjustment-up': { debit: 'house:adjustments', credit: 'wallet' },
	'adjustment-down': { debit: 'wallet', credit: 'house:adjustments' },
	/** Of what we paid for a claim, once its partner has paid after all: never more than the credit beside it. */
	'claim-return': { debit: 'wallet', credit: 'house:adjustments', mayOverdraw: true },
	forfeit: { debit: 'wallet', credit: 'house:forfeited' },
	/** What a partner takes back from somebody whose wallet is closed. */
	loss: { debit: 'house:losses', credit: 'partner' },
	/** What we give on top of a credit. It goes the way of its credit, each time in the same transaction. */
	boost: { debit: 'house:boosts', credit: 'wallet' },
	'boost-reversal': { debit: 'wallet', credit: 'house:boosts', mayOverdraw: true },
	'boost-hold': { debit: 'house:boosts', credit: 'pending' },
	'boost-release': { debit: 'pending', credit: 'wallet' },
	'boost-cancel': { debit: 'pending', credit: 'house:boosts' },
	'boost-loss': { debit: 'house:losses', credit: 'house:boosts' },
} as const satisfies Record<string, KindFacts>;

export type TransferKind = keyof typeof transferKinds;

/** What a transfer was for, kept with the money; the ledger itself reads the payout alone. */
export type Memo = {
	/** The partner's payout in millionths of $; negative: what it takes back. Absent: not of a partner. */
	payoutMicros?: UsdMicros | undefined;
	/** The row of rates, or of boosts, by which the amount was reckoned. */
	termsId?: number | undefined;
	/** A reversal's pointer, hashed. */
	link?: bigint | undefined;
	/** The partner's signed text and its cut, where the text could be cut otherwise. */
	signedText?: { text: bigint; cut: bigint } | undefined;
	isBonus?: boolean | undefined;
	offerId?: string | undefined;
	offerName?: string | undefined;
	reason?: string | undefined;
};

export type NewTransfer = {
	kind: TransferKind;
	uid: string;
	amount: RobuxCents;
	/** The business fact that this books, once: `offer/<wall>/<transaction>/credit`, `withdrawal/<id>/hold`. */
	reference: string;
	/** Required by the kinds that name a partner, refused by the others. */
	wall?: string | undefined;
	atMs: number;
	memo?: Memo | undefined;
};

/** A transfer with its effect on the wallet's figures, in hundredths of R$. */
export type Posting = NewTransfer & {
	debit: string;
	credit: string;
	balanceChange: number;
	pendingChange: number;
	earnedChange: number;
	withdrawnChange: number;
};

/** @throws RangeError for an amount that is not a positive exact integer, or a partner account without (or with) a wall. */
export function toPosting(transfer: NewTransfer): Posting {
	const { kind, uid, amount, reference, wall, atMs, memo } = transfer;
	if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`cannot transfer ${amount}`);
	const facts: KindFacts = transferKinds[kind];
	const namesPartner = facts.debit === 'partner' || facts.credit === 'partner';
	if (namesPartner !== Boolean(wall)) throw new RangeError(`${kind} ${wall ? 'takes no' : 'needs a'} wall`);
	return {
		kind,
		uid,
		amount,
		reference,
		wall,
		atMs,
		memo,
		debit: accountName(facts.debit, wall),
		credit: accountName(facts.credit, wall),
		balanceChange: changeOf('wallet', facts, amount),
		pendingChange: changeOf('pending', facts, amount),
		earnedChange: amount * (facts.earned ?? 0),
		withdrawnChange: facts.credit === 'payouts:paid' ? amount : 0,
	};
}

/** Then its wallet may be closed. */
export function touchesNoWallet({ balanceChange, pendingChange, earnedChange, withdrawnChange }: Posting): boolean {
	return balanceChange === 0 && pendingChange === 0 && earnedChange === 0 && withdrawnChange === 0;
}

export function isCovered(posting: Posting, balance: RobuxCents): boolean {
	return needsNoCheck(posting) || balance + posting.balanceChange >= 0;
}

/** Whether the balance need not be looked at: the transfer only adds, or is what a partner takes back. */
export function needsNoCheck({ kind, balanceChange }: Posting): boolean {
	const facts: KindFacts = transferKinds[kind];
	return balanceChange >= 0 || facts.mayOverdraw === true;
}

/** Whether what is booked under the same reference has the same content: a replay, otherwise a conflict. */
export function isSameContent(
	booked: { amount: number; kind: string; debit: string; credit: string; reference: string },
	posting: Posting,
): boolean {
	return (
		booked.reference === posting.reference &&
		booked.amount === posting.amount &&
		booked.kind === posting.kind &&
		booked.debit === posting.debit &&
		booked.credit === posting.credit
	);
}

function accountName(account: Account, wall: string | undefined): string {
	return account === 'partner' ? `partner:${wall}` : account;
}

function changeOf(account: Account, facts: KindFacts, amount: number): number {
	if (facts.credit === account) return amount;
	return facts.debit === account ? -amount : 0;
}
