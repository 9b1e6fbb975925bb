import type { LedgerLine } from '../../../contract/admin/user.ts';

const kinds: Readonly<Record<string, string>> = {
	credit: 'Offer credited',
	reversal: 'Taken back by the partner',
	'credit-hold': 'Offer credited, held back',
	'credit-release': 'Held credit released',
	'credit-cancel': 'Held credit taken back',
	'withdrawal-hold': 'Withdrawal requested',
	'withdrawal-paid': 'Withdrawal paid',
	'withdrawal-refund': 'Withdrawal refunded',
	promotion: 'Promo code',
	'adjustment-up': 'Added by an admin',
	'adjustment-down': 'Taken by an admin',
	'claim-return': 'Claim paid by the partner after all',
	forfeit: 'Forfeited with the account',
	loss: 'Taken back after the account was deleted',
	boost: 'Boost of a credit',
	'boost-hold': 'Boost of a held credit',
	'boost-release': 'Boost released with its credit',
	'boost-cancel': 'Boost of a held credit taken back',
	'boost-reversal': 'Boost taken back with its credit',
	'boost-loss': 'Boost taken back after the account was deleted',
};

const accounts: Readonly<Record<string, string>> = {
	wallet: 'Balance',
	pending: 'Held credits',
	'payouts:held': 'On its way out',
	'payouts:paid': 'Paid out',
	'house:promotions': 'Our promotions',
	'house:boosts': 'Our boosts',
	'house:adjustments': 'Our adjustments',
	'house:forfeited': 'Forfeited to us',
	'house:losses': 'Our losses',
};

/** What a line of the books is about. A kind that is new says its own name. */
export function kindInWords({ kind }: Pick<LedgerLine, 'kind'>): string {
	return kinds[kind] ?? kind;
}

export function accountInWords(account: string, wall: LedgerLine['wall']): string {
	if (account.startsWith('partner:')) return wall?.name ?? account.slice('partner:'.length);
	return accounts[account] ?? account;
}
