import { withdrawalStates } from '../../../contract/admin/lists.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { stateInWords } from './withdrawal-state.tsx';

export type EvidenceEvent = CallResult<'adminGetWithdrawal'>['events'][number];

const texts = {
	attempt: (number: string) => `Attempt ${number}: on its way to the vendor`,
	again: (number: string) => `Attempt ${number}: sent to the vendor again`,
	create: 'The vendor answered the order',
	info: 'Asked what became of it, the vendor answered',
	cancel: 'Asked to cancel, the vendor answered',
	none: 'There was nothing to ask the vendor',
	late: 'An answer came when all was decided',
	abandoned: 'The attempt was broken off, so the vendor is asked',
	signed: 'The vendor called, with its signature',
	unsigned: 'Somebody called in the vendor’s name, without its signature',
	held: 'Held before it was sent',
	wentOn: 'Its time was over: it went on',
	staff: (what: string) => `Staff: ${what}`,
};

/** What happened, in a sentence, and to which state it led. */
export function eventInWords({ kind, details }: Pick<EvidenceEvent, 'kind' | 'details'>): string {
	const { answer, to, from } = details as { answer?: { kind?: unknown }; from?: unknown; to?: unknown };
	const state = withdrawalStates.find((one) => one === to);
	const said = typeof answer?.kind === 'string' ? `: ${answer.kind}` : '';
	return sentence({ kind, details }) + said + (state && to !== from ? ` → ${stateInWords(state)}` : '');
}

function sentence({ kind, details }: Pick<EvidenceEvent, 'kind' | 'details'>): string {
	const { number, isResend, question, deed, outcome, isSigned } = details;
	switch (kind) {
		case 'attempt':
			return (isResend ? texts.again : texts.attempt)(String(number ?? ''));
		case 'answer':
			return question === 'create' || question === 'cancel' || question === 'none' ? texts[question] : texts.info;
		case 'late':
		case 'abandoned':
			return texts[kind];
		case 'callback':
			return isSigned ? texts.signed : texts.unsigned;
		case 'screening':
			return outcome === 'went-on' ? texts.wentOn : texts.held;
		case 'deed':
			return texts.staff(String(deed ?? '').replaceAll('-', ' '));
	}
}

const WORDED = new Set(['number', 'isResend', 'question', 'deed', 'outcome', 'isSigned', 'from', 'to', 'by']);

/** What the sentence leaves out and a person may want to see at once: values that are no lists of further ones. */
export function plainDetails({ details }: Pick<EvidenceEvent, 'details'>): Record<string, unknown> {
	const isPlain = (value: unknown) => value !== null && typeof value !== 'object';
	return Object.fromEntries(Object.entries(details).filter(([name, value]) => !WORDED.has(name) && isPlain(value)));
}
