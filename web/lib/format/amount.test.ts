import { expect, test } from 'vitest';
import { formatAmount, formatWhole } from './amount.ts';

test('an amount has two decimals followed by the sign', () => {
	expect(formatAmount(12.5)).toBe('12.50 R$');
	expect(formatAmount(0)).toBe('0.00 R$');
	expect(formatAmount(1500)).toBe('1500.00 R$');
});

test('a reversal keeps its minus', () => {
	expect(formatAmount(-0.07)).toBe('-0.07 R$');
});

test('an amount that a double cannot hold is shown to the nearest hundredth', () => {
	expect(formatAmount(0.1 + 0.2)).toBe('0.30 R$');
});

test('a price has no decimals', () => {
	expect(formatWhole(143)).toBe('143 R$');
});
