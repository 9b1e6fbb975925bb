/** Why staff did something. The code stays with the action for good; what was written beside it goes with the person. */
export const reasonSentences = {
	'asked-for': 'You asked us to.',
	'several-accounts': 'Multiple accounts held by one person.',
	'false-offers': 'Offers that weren’t completed genuinely.',
	chargebacks: 'Rewards that partners reversed.',
	'stolen-account': 'Someone else used the account.',
	terms: 'A violation of our terms.',
	'partner-error': 'A partner made a mistake.',
	'vendor-error': 'Our payout provider made a mistake.',
	'our-error': 'We made a mistake.',
	goodwill: 'A goodwill gesture.',
	checked: 'We reviewed it.',
	cleared: 'We found nothing wrong.',
	operation: 'Needed to run the site.',
	other: 'Another reason.',
} as const;

export type ReasonCode = keyof typeof reasonSentences;
export const reasonCodes = Object.keys(reasonSentences) as ReasonCode[];

type Reason = { code: ReasonCode; note: string | null };

const CODE_FIRST = /^([a-z-]+)(?:\s*:\s*([\s\S]+))?$/;

/** A code is told by standing first, as it is in the list: alone, or with a colon and a note behind it. All else is a note. */
export function readReason(text: string): Reason {
	const [, code = '', note = null] = CODE_FIRST.exec(text.trim()) ?? [];
	return Object.hasOwn(reasonSentences, code) ? { code: code as ReasonCode, note } : { code: 'other', note: text };
}

/** What the person is shown of it: the note, or where there is none the sentence of the code. */
export function saidOf(text: string): string {
	const { code, note } = readReason(text);
	return note ?? reasonSentences[code];
}
