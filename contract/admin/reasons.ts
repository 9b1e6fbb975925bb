/** The audit log keeps the reason's code forever; the note is deleted with the account. */
export const reasonSentences = {
	'asked-for': 'You asked us to.',
	'several-accounts': 'Multiple accounts held by one person.',
	'false-offers': "Offers that weren't completed genuinely.",
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

/** Reads `code` or `code: note`; any other text is a note with code `other`. */
export function readReason(text: string): Reason {
	const [, code = '', note = null] = CODE_FIRST.exec(text.trim()) ?? [];
	return Object.hasOwn(reasonSentences, code) ? { code: code as ReasonCode, note } : { code: 'other', note: text };
}

export function userMessageOf(text: string): string {
	const { code, note } = readReason(text);
	return note ?? reasonSentences[code];
}
