import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestProduct } from '../../test/sites/product.ts';
import { testFolder } from '../../test/support/contents-of.ts';

const folder = testFolder();
mkdirSync(join(folder, 'en/assets'), { recursive: true });
writeFileSync(join(folder, 'en/__spa-fallback.html'), '<html><script>one()</script></html>');
writeFileSync(join(folder, 'en/index.html'), '<html><script>two()</script></html>');
writeFileSync(join(folder, 'en/assets/app.js'), 'three()');

const wall = { partner: 'wannads', secret: 'test-secret' };
const walls = [
	{ ...wall, id: 'secure', name: 'Secure', override: { wallUrl: 'https://wall.example/w?user={uid}' } },
	{ ...wall, id: 'other', name: 'Other', override: { wallUrl: 'https://other.example:8443/{uid}' } },
	{ ...wall, id: 'plain', name: 'Plain', override: { wallUrl: 'http://plain.example/{uid}' } },
	{ ...wall, id: 'off', name: 'Off', enabled: false, override: { wallUrl: 'https://off.example/{uid}' } },
];
const { product } = openTestProduct({ webFolder: folder, walls });

async function request(path: string, port = product().deps.config.port) {
	const { status, headers } = await fetch(`http://localhost:${port}${path}`);
	const policy = headers.get('content-security-policy') ?? '';
	const directives = new Map(policy.split(/; ?/).map((each) => each.split(/ (.*)/) as [string, string]));
	return { status, headers, directives, frames: directives.get('frame-src') };
}

test.each([
	['/earn/secure', 'https://wall.example'],
	['/earn/secure/', 'https://wall.example'],
	['/earn/secure?from=app', 'https://wall.example'],
	['/earn/other', 'https://other.example:8443'],
	['/earn/plain', 'http://plain.example'],
])("%s may frame only its wall's origin", async (path, origin) => {
	const { status, headers, frames } = await request(path);
	expect([status, frames]).toEqual([200, origin]);
	expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
	expect(headers.get('cache-control')).toBe('no-store');
});

test("a wall's page is as strict as every other page, except for frame-src", async () => {
	const framing = (await request('/earn/secure')).directives;
	const plain = (await request('/withdraw')).directives;
	expect([...framing.keys()]).toEqual([...plain.keys()]);
	for (const [name, value] of plain) if (name !== 'frame-src') expect(framing.get(name)).toBe(value);
	// Firefox reports prefetched style sheets under any other value.
	expect(framing.get('default-src')).toBe("'self'");
	for (const name of ['media-src', 'object-src']) expect(framing.get(name)).toBe("'none'");
	expect(framing.get('frame-ancestors')).toBe("'none'");
	expect(framing.get('script-src')).toMatch(/^'self' 'sha256-[\w+/=]+'$/);
});

test("a wall's page sends no referrer, and repeats its frame-src on revalidation", async () => {
	const { headers } = await request('/earn/secure');
	expect(headers.get('referrer-policy')).toBe('no-referrer');
	const again = await fetch(`${product().url}/earn/secure`, {
		headers: { 'if-none-match': headers.get('etag') ?? 'none' },
	});
	expect(again.headers.get('content-security-policy')).toContain('frame-src https://wall.example');
});

test.each([
	...['/', '/earn', '/earn/', '/earn/off', '/earn/no-such-wall', '/earn/secure/more', '/earn/https:%2F%2Fevil'],
	...['/withdraw', '/offer-history', '/admin', '/no-such-page'],
])('%s may not frame or be framed', async (path) => {
	const { headers, directives, frames } = await request(path);
	expect([frames, directives.get('frame-ancestors')]).toEqual(["'none'", "'none'"]);
	expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test('other resources than pages may load and frame nothing', async () => {
	for (const path of ['/api/getOfferwalls', '/auth/token', '/healthz', '/assets/app.js']) {
		const { directives } = await request(path);
		expect([path, directives.get('default-src')]).toEqual([path, "'none'"]);
		expect([path, directives.get('frame-src')]).toEqual([path, undefined]);
	}
});
