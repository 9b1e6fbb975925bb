import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fastify } from 'fastify';
import { testFolder } from '../../test/support/contents-of.ts';
import { type PageFolders, webPages } from './web-pages.ts';

const folder = testFolder();
const folders: PageFolders = [folder];
const app = fastify();

const files = {
	'en/__spa-fallback.html': 'every other page<script>start()</script>',
	'en/login/index.html': 'the prerendered landing',
	'en/sign-up/index.html': '<style>p{margin:0}</style><p>join<script>join()</script>',
	'en/account/index.html': 'the page of an account',
	'en/admin/users/-/index.html': 'the page of one user',
	'en/receipt/-/index.html': 'the page of a receipt',
	'en/admin/index.html': 'the page of an admin',
	'en/assets/page-1.js': 'hello()',
	'en/service-worker.js': 'keep()',
	'de/__spa-fallback.html': 'jede andere Seite<script>los()</script>',
	'de/login/index.html': 'die vorbereitete Anmeldung',
	'de/assets/page-2.js': 'hallo()',
	'fr/__spa-fallback.html': 'built, but not offered',
};

beforeAll(async () => {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	await webPages(app, {
		folders,
		languages: ['en', 'de', 'es'],
		publicUrl: 'https://lootpass.example',
		imageOrigins: [],
		frameOriginOf: () => undefined,
	});
});
afterAll(() => app.close());

test('pages of a newer folder replace the older ones, whose files stay available', async () => {
	const newer = join(folder, 'newer');
	mkdirSync(join(newer, 'en/login'), { recursive: true });
	writeFileSync(join(newer, 'en/login/index.html'), 'the new landing');
	writeFileSync(join(newer, 'en/__spa-fallback.html'), 'every new page');
	folders.unshift(newer);
	expect([await get('/login'), await get('/withdraw')]).toMatchObject([
		{ body: 'the new landing' },
		{ body: 'every new page' },
	]);
	const { headers, body } = await app.inject({ url: '/assets/page-1.js' });
	expect([body, headers['cache-control']]).toEqual(['hello()', expect.stringContaining('immutable')]);
	folders.shift();
	expect(await get('/login')).toMatchObject({ body: 'the prerendered landing' });
});

async function get(url: string) {
	const { statusCode, body, headers } = await app.inject({ url });
	return { status: statusCode, body, policy: headers['content-security-policy'] };
}

test('a page that is not prerendered gets the fallback', async () => {
	for (const url of ['/', '/?token=abc', '/withdraw', '/withdraw?token=abc', '/offer-history/', '/admin/login']) {
		expect(await get(url)).toMatchObject({ status: 200, body: expect.stringContaining('every other page') });
	}
});

test('serves a prerendered page', async () => {
	expect(await get('/login')).toMatchObject({ status: 200, body: 'the prerendered landing' });
	expect(await get('/login/')).toMatchObject({ status: 200, body: 'the prerendered landing' });
	expect(await get('/login?next=/withdraw')).toMatchObject({ status: 200, body: 'the prerendered landing' });
});

test('the policy of a page allows only its own inline scripts and styles', async () => {
	const allowed = (text: string) => `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
	const { policy } = await get('/sign-up');
	expect(policy).toContain(`script-src ${allowed('join()')};`);
	expect(policy).toContain(`style-src ${allowed('p{margin:0}')};`);
	expect((await get('/withdraw')).policy).toContain("style-src 'self';");
});

test('an unknown address gets the fallback page with 404', async () => {
	for (const url of ['/no-such-page', '/withdraw/more', '/login/more', '/constructor', '/login/../../de/login']) {
		const { status, body, policy } = await get(url);
		expect([url, status, body]).toEqual([url, 404, expect.stringContaining('every other page')]);
		expect(policy).toContain('sha256-');
	}
});

test('a receipt page is neither cached nor indexed', async () => {
	const { body, headers } = await app.inject({ url: '/receipt/AbCdEfGhIjKlMnOpQrStUv' });
	expect(body).toBe('the page of a receipt');
	expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
	expect((await app.inject({ url: '/login' })).headers['x-robots-tag']).toBeUndefined();
});

test('every address below /admin returns 200, whether it exists or not', async () => {
	for (const url of ['/admin', '/admin/users', '/admin/no-such-page']) expect((await get(url)).status).toBe(200);
});

test('browsers may cache public pages but no personal ones', async () => {
	const keeps = async (url: string) => (await app.inject({ url })).headers['cache-control'];
	expect((await app.inject({ url: '/account' })).body).toBe('the page of an account');
	expect((await app.inject({ url: '/admin/' })).body).toBe('the page of an admin');
	expect(await keeps('/login')).toBe('no-cache');
	for (const url of ['/account', '/withdraw', '/admin', '/admin/users']) expect(await keeps(url), url).toBe('no-store');
});

test('pages with an id in the address share one file', async () => {
	for (const url of [
		'/admin/users/0f8e',
		'/admin/users/SPRING/',
		'/admin/users/spring',
		'/admin/users/W%2d1',
		'/admin/users/..%2fusers',
	])
		expect(await get(url), url).toMatchObject({ status: 200, body: 'the page of one user' });
	for (const url of ['/admin/users', '/admin/users/0f8e/more', '/Admin/users/0f8e', '//admin/users/0f8e'])
		expect((await get(url)).body, url).not.toBe('the page of one user');
});

test('a missing file or unknown interface does not get a page', async () => {
	for (const url of ['/assets/gone-1.js', '/apple-touch-icon.png', '/auth/nothing']) {
		expect(await get(url)).toMatchObject({ status: 404, body: 'Not found' });
	}
	const body = '{"error":{"status":"NOT_FOUND","message":"Not found","details":{"reason":"no-such-address"}}}';
	for (const url of ['/api/a/b', '/data/x']) expect(await get(url)).toMatchObject({ status: 404, body });
	const posted = await app.inject({ method: 'POST', url: '/login', payload: {} });
	expect([posted.statusCode, posted.body]).toEqual([404, 'Not found']);
});

test("pages use the language chosen by the visitor, or else the browser's", async () => {
	const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' };
	for (const [headers, landing, other] of [
		[german, 'die vorbereitete Anmeldung', 'jede andere Seite'],
		[{ cookie: 'language=de', 'accept-language': 'en' }, 'die vorbereitete Anmeldung', 'jede andere Seite'],
		[{ ...german, cookie: 'language=en' }, 'the prerendered landing', 'every other page'],
		[{ 'accept-language': 'fr' }, 'the prerendered landing', 'every other page'],
		[{ ...german, cookie: 'language=fr' }, 'die vorbereitete Anmeldung', 'jede andere Seite'],
		[{ cookie: 'language=es', 'accept-language': 'pt' }, 'the prerendered landing', 'every other page'],
	] as const) {
		expect((await app.inject({ url: '/login', headers })).body).toBe(landing);
		expect((await app.inject({ url: '/withdraw', headers })).body).toContain(other);
		expect((await app.inject({ url: '/no-such-page', headers })).body).toContain(other);
	}
	const { headers } = await app.inject({ url: '/login', headers: german });
	expect(headers).toMatchObject({ vary: expect.stringContaining('accept-language, cookie'), 'content-language': 'de' });
});

test("assets do not depend on the visitor's language", async () => {
	for (const [url, body] of [
		['/assets/page-1.js', 'hello()'],
		['/assets/page-2.js', 'hallo()'],
	]) {
		const answer = await app.inject({ url: String(url), headers: { 'accept-language': 'de' } });
		expect([answer.body, answer.headers.vary ?? '']).toEqual([body, expect.not.stringContaining('language')]);
		expect(answer.headers['cache-control']).toContain('immutable');
	}
});

test('the sitemap lists public pages by full URL, and robots.txt excludes private ones', async () => {
	const { body, headers } = await app.inject({ url: '/sitemap.xml' });
	expect(headers['content-type']).toContain('application/xml');
	expect(body.match(/<loc>[^<]+<.loc>/g)).toContain('<loc>https://lootpass.example/terms-of-service</loc>');
	expect(body).not.toContain('/withdraw');
	const robots = (await app.inject({ url: '/robots.txt' })).body;
	const ofMails = ['/appeal', '/reset-password', '/stop-change', '/undo-email-change', '/unsubscribe', '/verify-email'];
	for (const path of ['/admin', '/api/', '/auth/', '/data/', ...ofMails])
		expect(robots).toContain(`\nDisallow: ${path}\n`);
	expect(robots).not.toMatch(/Disallow: \/(\n|withdraw)/);
	expect(robots).toContain('Sitemap: https://lootpass.example/sitemap.xml');
});

test('the service worker may only connect to the site itself', async () => {
	const { headers } = await app.inject({ url: '/service-worker.js' });
	expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
	expect(headers['cache-control']).toBe('no-cache');
});
