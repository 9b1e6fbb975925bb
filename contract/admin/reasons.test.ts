import { readReason, userMessageOf } from './reasons.ts';

test.each<[string, { code: string; note: string | null }, string?]>([
	['false-offers', { code: 'false-offers', note: null }, "Offers that weren't completed genuinely."],
	['false-offers: Three surveys in a minute.', { code: 'false-offers', note: 'Three surveys in a minute.' }],
	['our-error :\nPaid twice.', { code: 'our-error', note: 'Paid twice.' }],
	['A survey was paid twice.', { code: 'other', note: 'A survey was paid twice.' }],
	['False-offers: x', { code: 'other', note: 'False-offers: x' }],
	['nonsense: x', { code: 'other', note: 'nonsense: x' }],
	['false-offers x', { code: 'other', note: 'false-offers x' }],
	['constructor', { code: 'other', note: 'constructor' }],
	['other: It is complicated.', { code: 'other', note: 'It is complicated.' }],
])(
	'the reason %j is split into code and note, and users see only the note',
	(text, reason, message = reason.note ?? '') => {
		expect(readReason(text)).toEqual(reason);
		expect(userMessageOf(text)).toBe(message);
	},
);
