import { valueInWords } from '../ui/in-words.ts';
import { eventInWords, plainDetails } from './evidence.tsx';

test.each([
	['attempt', { number: 2 }, 'Attempt 2: sent to vendor'],
	['attempt', { number: 3, isResend: true }, 'Attempt 3: sent to vendor again'],
	[
		'answer',
		{ question: 'create', answer: { kind: 'taken' }, from: 'sending', to: 'completed' },
		'Vendor response to order: accepted → Completed',
	],
	[
		'answer',
		{ question: 'info', answer: { kind: 'unclear' }, from: 'unknown', to: 'unknown' },
		'Status check: unclear',
	],
	['callback', { isSigned: false }, 'Unsigned vendor callback'],
	['screening', { rules: ['score'], until: 1 }, 'Put on hold'],
	['deed', { deed: 'send-again', by: 'x' }, 'Admin: send again'],
	['deed', { deed: 'screening-refund', by: 'x' }, 'Admin: refund'],
	['deed', {}, 'Admin: '],
] as const)('the event %s with %j is described in a sentence', (kind, details, sentence) => {
	expect(eventInWords({ kind, details }).toLowerCase()).toBe(sentence.toLowerCase());
});

test('plainDetails returns the values missing from the sentence, without nested values', () => {
	const details = { deed: 'paid', by: 'x', purchaseReference: 'late', answer: { kind: 'x' }, nothing: null };
	expect(plainDetails({ details })).toEqual([['Purchase reference', 'late']]);
});

test('evidence shows times as dates and failure reasons as sentences', () => {
	const details = { until: 1_795_732_874_380, refusal: 'vendor-lost-the-order' };
	expect(plainDetails({ details })).toEqual([
		['On hold until', expect.stringMatching(/^Nov 2\d, 2026, /)],
		['Failure reason', 'Vendor lost the order'],
	]);
});

test.each([
	['untilMs', 1_795_732_874_380, expect.stringMatching(/^Nov 2\d, 2026, /)],
	['waitedMs', 5_400_000, '90 minutes'],
	['took_ms', 400, '0.4 seconds'],
	['state', 'needs-review', 'Needs review'],
	['rules', ['young-sign-in', 'score'], 'Young sign in, score'],
	['answer', { isSigned: true }, 'Is signed Yes'],
	['reference', 'TX-9', 'TX-9'],
])('evidence shows %s %j as %s', (name, value, text) => expect(valueInWords(name, value)).toEqual(text));
