import { directionOf } from '../../../contract/texts/direction.ts';
import { amountFormats, formatAmount, formatAsServer, formatWhole } from './formats.ts';

// spec: 2.reward, 9.decimals
test.each([
	['two decimals', 12.5, '12.50 R$'],
	['zero', 0, '0.00 R$'],
	['the cents it has', 999.99, '999.99 R$'],
	['its minus sign', -0.07, '−0.07 R$'],
	['its minus sign before grouped thousands', -1234, '−1,234.00 R$'],
	['an inexact double rounded to the nearest hundredth', 0.1 + 0.2, '0.30 R$'],
])('an amount shows %s, followed by the currency sign', (_what, amount, text) =>
	expect(formatAmount(amount)).toBe(text),
);

test('thousands are grouped in displayed amounts, but not in repeated server messages', () => {
	expect(['1500', '287686', '1234567.5'].map(Number).map(formatAmount)).toEqual([
		'1,500.00 R$',
		'287,686.00 R$',
		'1,234,567.50 R$',
	]);
	expect([formatWhole(143), formatWhole(2143)]).toEqual(['143 R$', '2,143 R$']);
	expect(formatAsServer(-1234.5)).toBe('-1234.50 R$');
});

test.each([
	['de', [',', '.', true], ['1.500,00 R$', '12.345 R$']],
	['es', [',', '.', false], ['1500,00 R$', '12.345 R$']],
	['fr', [',', '\u202f', true], ['1\u202f500,00 R$', '12\u202f345 R$']],
	['ar', ['.', ',', true], ['\u20661,500.00 R$\u2069', '\u206612,345 R$\u2069']],
] as const)('amounts in %s have its marks and direction', (language, marks, expected) => {
	const formats = amountFormats(marks, directionOf(language));
	expect([formats.formatAmount(1500), formats.formatWhole(12_345)]).toEqual(expected);
});
