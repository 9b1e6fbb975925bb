import type { AdminUser } from '../../../contract/admin/user.ts';
import type { Fact } from '../ui/fact-list.tsx';
import { formatAmount } from '../ui/values.tsx';

export function walletFacts({ robux, pending, held, earned, withdrawn }: AdminUser['wallet']): Fact[] {
	return [
		{ label: 'Balance', value: <strong>{formatAmount(robux)}</strong> },
		{ label: 'On hold', value: formatAmount(pending) },
		{ label: 'In payout', value: formatAmount(held) },
		{ label: 'Total earned', value: formatAmount(earned) },
		{ label: 'Total withdrawn', value: formatAmount(withdrawn) },
	];
}
