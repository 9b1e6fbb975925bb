import type { AdminPayoutReview } from '../../../contract/withdrawals/payout-reviews.ts';

const kinds: Record<AdminPayoutReview['kind'], string> = {
	'refunded-but-paid': 'Refunded, but the vendor paid',
	'paid-but-not': "Marked paid, but the vendor didn't pay",
	differs: 'Vendor paid a different order',
	'not-ours': 'Order unknown to us',
};

export function differenceInWords({ kind }: Pick<AdminPayoutReview, 'kind'>): string {
	return kinds[kind];
}
