import type { LedgerLine } from '../../../contract/admin/user.ts';

const kinds: Readonly<Record<string, string>> = {
	credit: 'Offer credited',
	reversal: 'Reversed by the partner',
	'credit-hold': 'Offer credited, on hold',
	'credit-release': 'Held credit released',
	'credit-cancel': 'Held credit reversed',
	'withdrawal-hold': 'Withdrawal requested',
	'withdrawal-paid': 'Withdrawal paid',
	'withdrawal-refund': 'Withdrawal refunded',
	promotion: 'Promo code',
	'adjustment-up': 'Added by an admin',
	'adjustment-down': 'Deducted by an admin',
	'claim-return': 'Claim repaid by the partner',
	forfeit: 'Forfeited with the account',
	loss: 'Reversed after account deletion',
	boost: 'Boost',
	'boost-hold': 'Boost on hold',
	'boost-release': 'Boost released',
	'boost-cancel': 'Held boost reversed',
	'boost-reversal': 'Boost reversed',
	'boost-loss': 'Boost reversed after account deletion',
	import: 'Balance brought over',
	'import-hold': 'Balance brought over, on hold',
	'import-release': 'Balance brought over, released',
	'import-cancel': 'Balance brought over, cancelled',
	'import-reversal': 'Earlier reward reversed by the partner',
};

const accounts: Readonly<Record<string, string>> = {
	wallet: 'Balance',
	pending: 'Held credits',
	'payouts:held': 'In payout',
	'payouts:paid': 'Paid out',
	'house:promotions': 'Promotions',
	'house:boosts': 'Boosts',
	'house:referrals': 'Referrals',
	'house:adjustments': 'Adjustments',
	'house:forfeited': 'Forfeited balances',
	'house:losses': 'Losses',
	'house:imported': 'Imported',
};

export function kindInWords({ kind }: Pick<LedgerLine, 'kind'>): string {
	return kinds[kind] ?? kinds[kind.replace('bounty', 'boost')]?.replace('oost', 'ounty') ?? kind;
}

export function accountInWords(account: string, wall: LedgerLine['wall']): string {
	if (account.startsWith('partner:')) return wall?.name ?? account.slice('partner:'.length);
	return accounts[account] ?? account;
}
