import type { AdminPayoutReview } from '../../../contract/admin/payouts/payout-reviews.ts';

const kinds: Record<AdminPayoutReview['kind'], string> = {
	'refunded-but-paid': 'We refunded it, the vendor paid it',
	'paid-but-not': 'We count it as paid, the vendor did not pay it',
	differs: 'What was paid is not what we asked for',
	'not-ours': 'An order that we never made',
};

export function differenceInWords({ kind }: Pick<AdminPayoutReview, 'kind'>): string {
	return kinds[kind];
}
