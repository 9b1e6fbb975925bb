import { request as httpRequest } from 'node:http';
import { openTestSandbox } from '../played-product.ts';

const sandbox = openTestSandbox({ brandFirst: '<b>Gold', productUrl: 'http://localhost:1' });

test('every page loads with its styles and scripts, and outside text is escaped', async () => {
	for (const path of ['/', '/wall?apiKey=k&userId=u', '/control', '/mailbox', '/creations']) {
		const page = await fetch(sandbox.url() + path);
		const html = await page.text();
		expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
		expect(html).not.toMatch(/<b>Gold|\{\{/);
		const assets = [...html.matchAll(/(?:href|src)="(\/(?:assets|pictures)\/[^"]+)"/g)].map(([, address]) => address);
		expect(assets.length).toBeGreaterThan(2);
		for (const asset of assets) expect([asset, (await fetch(sandbox.url() + asset)).status]).toEqual([asset, 200]);
	}
});

test('only the wall may be framed, and only by the phone and the product', async () => {
	const ancestors = async (path: string) =>
		/frame-ancestors ([^;]+)/.exec(
			(await fetch(sandbox.url() + path)).headers.get('content-security-policy') ?? '',
		)?.[1];
	expect(await ancestors('/wall?userId=u')).toBe("'self' http://localhost:1");
	for (const path of ['/', '/control', '/mailbox', '/creations']) expect(await ancestors(path)).toBe("'none'");
});

test('an id always has the same picture, other ids have others, and invalid ids return 404', async () => {
	const picture = async (file: string) => (await fetch(`${sandbox.url()}/pictures/avatars/${file}`)).text();
	expect(await picture('1.svg')).toBe(await picture('1.svg'));
	expect(await picture('1.svg')).not.toBe(await picture('2.svg'));
	for (const file of ['x.svg', '..%2f..%2fapp.ts', '1.png']) {
		expect((await fetch(`${sandbox.url()}/pictures/avatars/${file}`)).status).toBe(404);
	}
	expect((await fetch(`${sandbox.url()}/assets/phone/..%2f..%2fapp.ts`)).status).toBe(404);
});

test('a request under a foreign host or from a foreign site is refused', async () => {
	const { port } = new URL(sandbox.url());
	const statusOf = (path: string, headers: Record<string, string | undefined>) =>
		new Promise((resolve) => {
			httpRequest({ host: 'localhost', port, path, headers }, (answer) => resolve(answer.resume().statusCode)).end();
		});
	const own = `localhost:${port}`;
	expect(await statusOf('/control/faults', { host: own })).toBe(200);
	expect(await statusOf('/control/faults', { host: own, origin: 'http://localhost:3000' })).toBe(200);
	for (const headers of [
		{ host: `evil.example:${port}` },
		{ host: own, origin: 'https://evil.example' },
		{ host: own, origin: 'null' },
		{ host: own, origin: 'http://localhost.evil.example' },
		{ host: own, 'sec-fetch-site': 'cross-site' },
	]) {
		for (const path of ['/control/faults', '/%63ontrol/faults', '/control/mails']) {
			expect(await statusOf(path, headers), JSON.stringify(headers)).toBe(403);
		}
	}
	expect(await statusOf('/mailbox', { host: `evil.example:${port}` })).toBe(403);
});

test('the sandbox responds on 127.0.0.1 too, and rejects a body that is too long', async () => {
	const answer = await fetch(sandbox.url().replace('localhost', '127.0.0.1'));
	expect(answer.status).toBe(200);
	const body = JSON.stringify({ usernames: ['x'.repeat(300_000)] });
	const headers = { 'content-type': 'application/json' };
	expect((await fetch(`${sandbox.url()}/v1/usernames/users`, { method: 'POST', headers, body })).status).toBe(413);
});
