import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep, readKept } from './kept-figure.ts';

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	});
});
afterEach(() => vi.unstubAllGlobals());

const NOON = new Date(2026, 4, 20, 12).getTime();

// spec: 9.kept-figures
test('a figure is stored until the next local midnight', () => {
	keep('earnings', 12.34, NOON);
	const midnight = new Date(2026, 4, 21).getTime();
	expect(readKept('earnings', midnight - 1)).toBe(12.34);
	expect(readKept('earnings', midnight)).toBeUndefined();
	expect(readKept('users', NOON)).toBeUndefined();
});

test('a figure stored by a clock that was ahead is not shown', () => {
	keep('earnings', 12.34, new Date(2026, 4, 22, 12).getTime());
	expect(readKept('earnings', NOON)).toBeUndefined();
});

test('invalid stored figures are ignored, and a browser without storage stores none', () => {
	localStorage.setItem('earnings', 'not JSON');
	expect(readKept('earnings', NOON)).toBeUndefined();
	vi.stubGlobal('localStorage', undefined);
	keep('earnings', 1, NOON);
	expect(readKept('earnings', NOON)).toBeUndefined();
});
