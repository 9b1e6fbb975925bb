import { keep, readStored } from './stored-figure.ts';

beforeEach(() => {
	const stored = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
	});
});
afterEach(() => vi.unstubAllGlobals());

const NOON = new Date(2026, 4, 20, 12).getTime();

// spec: 9.kept-figures
test('a figure is stored until the next local midnight', () => {
	keep('earnings', 12.34, NOON);
	const midnight = new Date(2026, 4, 21).getTime();
	expect(readStored('earnings', midnight - 1)).toBe(12.34);
	expect(readStored('earnings', midnight)).toBeUndefined();
	expect(readStored('users', NOON)).toBeUndefined();
});

test('a figure stored by a clock that was ahead is not shown', () => {
	keep('earnings', 12.34, new Date(2026, 4, 22, 12).getTime());
	expect(readStored('earnings', NOON)).toBeUndefined();
});

test('invalid stored figures are ignored, and a browser without storage stores none', () => {
	localStorage.setItem('earnings', 'not JSON');
	expect(readStored('earnings', NOON)).toBeUndefined();
	vi.stubGlobal('localStorage', undefined);
	keep('earnings', 1, NOON);
	expect(readStored('earnings', NOON)).toBeUndefined();
});
