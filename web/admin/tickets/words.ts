import type { RuleId, StatementKind } from '../../../contract/accounts/statements.ts';
import type { ThreadAbout, ThreadState } from '../../../contract/accounts/threads.ts';
import type { ClaimFile } from '../../../contract/admin/claims.ts';
import type { ClaimAnswerKind, ClaimState } from '../../../contract/offerwalls/claims.ts';

export const claimAnswers: Record<ClaimAnswerKind, string> = {
	held: 'Reward on hold',
	refused: 'Postback rejected',
	'other-offer': 'Different offer paid',
	'taken-back': 'Reward reversed',
	credited: 'Reward credited',
	'never-arrived': 'Nothing received',
};

export const creditStates: Record<ClaimFile['credits'][number]['state'], string> = {
	held: 'On hold',
	credited: 'Credited',
	'taken-back': 'Reversed',
};

export const claimStates: Record<ClaimState, string> = {
	open: 'Open',
	'asked-partner': 'With the partner',
	settled: 'Settled',
	declined: 'Declined',
};

export const threadStates: Record<ThreadState, string> = {
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
	'bounty-cause': 'Cause of the bounty gone',
	'fraud-signals': 'Fraud signals',
	'vendor-differs': 'Vendor record differs from our books',
};
