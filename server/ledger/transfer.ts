import type { RobuxCents, UsdMicros } from '../../contract/money.ts';

/** `partner` stands for `partner:<wall>`; `wallet` and `pending` belong to the transfer's user. */
type Account =
	| 'wallet'
	| 'pending'
	| 'partner'
	| 'payouts:held'
	| 'payouts:paid'
	| 'house:promotions'
	| 'house:boosts'
	| 'house:referrals'
	| 'house:adjustments'
	| 'house:forfeited'
	| 'house:losses'
	| 'house:imported';

type KindFacts = { debit: Account; credit: Account; earned?: 1 | -1; mayOverdraw?: true };

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
	/** Takes back the site's payment for a claim after the partner's late credit; at most the amount of that credit. */
	'claim-return': { debit: 'wallet', credit: 'house:adjustments', mayOverdraw: true },
	forfeit: { debit: 'wallet', credit: 'house:forfeited' },
	/** A partner's reversal for a user whose wallet is closed. */
	loss: { debit: 'house:losses', credit: 'partner' },
	/** The site's bonus on a credit, booked in the credit's transaction. */
	boost: { debit: 'house:boosts', credit: 'wallet' },
	'boost-reversal': { debit: 'wallet', credit: 'house:boosts', mayOverdraw: true },
	'boost-hold': { debit: 'house:boosts', credit: 'pending' },
	'boost-release': { debit: 'pending', credit: 'wallet' },
	'boost-cancel': { debit: 'pending', credit: 'house:boosts' },
	'boost-loss': { debit: 'house:losses', credit: 'house:boosts' },
	'bounty-hold': { debit: 'house:referrals', credit: 'pending' },
	'bounty-release': { debit: 'pending', credit: 'wallet' },
	'bounty-cancel': { debit: 'pending', credit: 'house:referrals' },
	'bounty-reversal': { debit: 'wallet', credit: 'house:referrals', mayOverdraw: true },
	import: { debit: 'house:imported', credit: 'wallet' },
	'import-hold': { debit: 'house:imported', credit: 'pending' },
	'import-release': { debit: 'pending', credit: 'wallet' },
	'import-cancel': { debit: 'pending', credit: 'house:imported' },
	'import-reversal': { debit: 'wallet', credit: 'partner', mayOverdraw: true },
} as const satisfies Record<string, KindFacts>;

export type TransferKind = keyof typeof transferKinds;

export type Memo = {
	/** Micro-USD; negative for a reversal. */
	payoutMicros?: UsdMicros | undefined;
	termsId?: number | undefined;
	link?: bigint | undefined;
	/** Hashes of a signed text and of its split into fields, to detect another split. */
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
	/** Unique key of the transfer, such as `withdrawal/<id>/hold`. */
	reference: string;
	wall?: string | undefined;
	atMs: number;
	memo?: Memo | undefined;
};

export type Posting = NewTransfer & {
	debit: string;
	credit: string;
	balanceChange: number;
	pendingChange: number;
	earnedChange: number;
	withdrawnChange: number;
};

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

export function touchesNoWallet({ balanceChange, pendingChange, earnedChange, withdrawnChange }: Posting): boolean {
	return balanceChange === 0 && pendingChange === 0 && earnedChange === 0 && withdrawnChange === 0;
}

export function isCovered(posting: Posting, balance: RobuxCents): boolean {
	return needsNoCheck(posting) || balance + posting.balanceChange >= 0;
}

export function needsNoCheck({ kind, balanceChange }: Posting): boolean {
	const facts: KindFacts = transferKinds[kind];
	return balanceChange >= 0 || facts.mayOverdraw === true;
}

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
