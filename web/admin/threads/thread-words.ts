import type { RuleId, StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout, ThreadState } from '../../../contract/accounts/threads.ts';

export const statesInWords: Record<ThreadState, string> = {
	open: 'Waiting for us',
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
	return about ? [kindsInWords[about.kind], about.id].filter(Boolean).join(' ') : 'General question';
}

export const rulesInWords: Record<RuleId, string> = {
	staff: 'Decided by our team',
	'chargebacks-ban': 'Too many chargebacks',
	'chargebacks-pause': 'Chargeback rate too high',
	screening: 'Withdrawal on hold',
	'vendor-refused': 'Rejected by the vendor',
	'vendor-unclear': 'Unclear vendor response',
	'wall-hold': 'Offerwall hold',
	'amount-hold': 'Large credit',
	'speed-hold': 'Unusually high offerwall volume',
	'partner-hold': 'Waiting for the partner',
	'partner-reversal': 'Reversed by the partner',
	'claim-paid-twice': 'Partner paid a settled claim',
	'fraud-signals': 'Fraud signals',
	'vendor-differs': 'Vendor record differs from our books',
};
