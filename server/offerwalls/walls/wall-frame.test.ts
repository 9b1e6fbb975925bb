import { toWalls } from './wall.ts';
import { createFrameOrigins, frameWarnings } from './wall-frame.ts';

const entry = { partner: 'wannads', secret: 'test-secret', name: 'Wall' };
const at = (wallUrl: string) => ({ ...entry, override: { wallUrl } });
const walls = toWalls(
	[
		{ ...at('https://one.example/w?u={uid}'), id: 'one' },
		{ ...at('http://plain.example/{uid}'), id: 'plain' },
		{ ...at('https://site.example/wall/{uid}'), id: 'own' },
		{ ...at('https://off.example/{uid}'), id: 'off', enabled: false },
		{ ...entry, id: 'phone', partner: 'tapjoy' },
	],
	'test',
);
const origins = createFrameOrigins(walls, 'https://site.example');

test.each(['/earn/one', '/earn/one/', '/EARN/one', '/earn/%6Fne'])('%s may frame its wall', (path) => {
	expect(origins(path)).toBe('https://one.example');
});

test.each([
	'/earn',
	'/earn/',
	'/earn/ONE',
	'/earn/one/two',
	'/x/earn/one',
	'/earn/off',
	'/earn/phone',
	'/earn/plain',
	'/earn/own',
	'/earn/no-such-wall',
	'/earn/__proto__',
	'/earn/%E0%A4%A',
	'/withdraw',
])('%s allows no frame', (path) => {
	expect(origins(path)).toBeUndefined();
});

test('the operator is warned about walls that open in their own tab', () => {
	expect(frameWarnings(walls, 'https://site.example').map((line) => line.split(':')[0])).toEqual([
		'offerwall plain',
		'offerwall own',
	]);
	expect(frameWarnings(walls, 'http://localhost:3000')).toEqual([]);
});
