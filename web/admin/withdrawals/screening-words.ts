import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';
import { words } from '../../lib/format/formats.ts';

export const ruleLabels: Record<ScreeningRule, string> = {
	amount: `Amount in 24 hours above (${words.currencySign})`,
	score: 'Fraud score at least',
	'shared-game-account': 'Game account used by another user',
	'first-payout': 'First payout',
	'young-game-account': 'Game account linked within the last (hours)',
	'young-sign-in': 'Device first seen within the last (hours)',
	'changed-address': `Amount in 24 hours, 7 days after a new email or reset second factor (${words.currencySign})`,
	'partner-standing': 'A partner banned or reviews the user',
	'yearly-total': `Total in the calendar year above (${words.currencySign})`,
};

const reasons: Record<ScreeningRule, string> = {
	amount: 'Large amount',
	score: 'High fraud score',
	'shared-game-account': 'Shared game account',
	'first-payout': 'First payout',
	'young-game-account': 'New game account',
	'young-sign-in': 'New device',
	'changed-address': 'New email or second factor',
	'partner-standing': 'Held by partner',
	'yearly-total': 'High yearly total',
};

export const rulesInWords = (rules: readonly ScreeningRule[]): string => rules.map((rule) => reasons[rule]).join(', ');

export const isScreeningRule = (name: unknown): name is ScreeningRule => Object.hasOwn(reasons, String(name));
