import type { RuleId, StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout, ThreadState } from '../../../contract/accounts/threads.ts';

export const statesInWords: Record<ThreadState, string> = {
	open: 'Waits for us',
	waiting: 'Answered',
	closed: 'Closed',
};

const kindsInWords: Record<StatementKind, string> = {
	ban: 'Ban',
	pause: 'Pause',
	withdrawal: 'Withdrawal',
	hold: 'Hold',
	reversal: 'Reversal',
	claim: 'Declined claim',
	review: 'Review',
};

export function aboutInWords(about: ThreadAbout | null): string {
	return about ? [kindsInWords[about.kind], about.id].filter(Boolean).join(' ') : 'Nothing in particular';
}

export const rulesInWords: Record<RuleId, string> = {
	staff: 'A person decided',
	'chargebacks-ban': 'Too many chargebacks',
	'chargebacks-pause': 'Too large a share of chargebacks',
	screening: 'Held before it is sent',
	'vendor-refused': 'The vendor refused it',
	'vendor-unclear': 'The vendor’s answer is unclear',
	'wall-hold': 'The wall holds its credits',
	'amount-hold': 'A large credit',
	'speed-hold': 'The wall paid far more than usual',
	'partner-hold': 'The partner has not decided',
	'partner-reversal': 'The partner took it back',
	'claim-paid-twice': 'The partner paid a claim that we had paid',
	'fraud-signals': 'Signals of the fraud check',
	'vendor-differs': 'The vendor says something else than our books',
};
