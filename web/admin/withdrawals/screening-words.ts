import type { ScreeningRule } from '../../../contract/admin/payouts/screening.ts';
import { words } from '../../lib/format/branding.ts';

export const ruleLabels: Record<ScreeningRule, string> = {
	amount: `Above this many ${words.currencySign} in 24 hours`,
	score: 'Fraud score of at least',
	'shared-game-account': 'Game account of another account',
	'first-payout': 'First payout',
	'young-game-account': 'Game account linked less than this many hours ago',
	'young-sign-in': 'Signed in with a device known for less than this many hours',
};

const reasons: Record<ScreeningRule, string> = {
	amount: 'Large amount',
	score: 'High fraud score',
	'shared-game-account': 'Game account of another account',
	'first-payout': 'First payout',
	'young-game-account': 'Game account linked lately',
	'young-sign-in': 'New device',
};

export function rulesInWords(rules: readonly ScreeningRule[]): string {
	return rules.map((rule) => reasons[rule]).join(', ');
}
