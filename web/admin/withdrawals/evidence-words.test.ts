import { expect, test } from 'vitest';
import { eventInWords, plainDetails } from './evidence-words.ts';

test.each([
	['attempt', { number: 2 }, 'Attempt 2: on its way to the vendor'],
	['attempt', { number: 3, isResend: true }, 'Attempt 3: sent to the vendor again'],
	[
		'answer',
		{ question: 'create', answer: { kind: 'accepted' }, from: 'sending', to: 'completed' },
		'The vendor answered the order: accepted → Completed',
	],
	[
		'answer',
		{ question: 'info', answer: { kind: 'unclear' }, from: 'unknown', to: 'unknown' },
		'Asked what became of it, the vendor answered: unclear',
	],
	['callback', { isSigned: false }, 'Somebody called in the vendor’s name, without its signature'],
	['screening', { rules: ['score'], until: 1 }, 'Held before it was sent'],
	['deed', { deed: 'send-again', by: 'x' }, 'Staff: send again'],
	['deed', {}, 'Staff: '],
] as const)('%s %j is told as a sentence', (kind, details, told) => {
	expect(eventInWords({ kind, details }).toLowerCase()).toBe(told.toLowerCase());
});

test('what a sentence leaves out stands beside it, unless it is a list of further values', () => {
	const details = { deed: 'paid', by: 'x', purchaseReference: 'late', answer: { kind: 'x' }, nothing: null };
	expect(plainDetails({ details })).toEqual({ purchaseReference: 'late' });
});
