import { expect, openSignedIn, test } from '../support/journey.ts';
import { readyToWithdraw } from '../support/test-user.ts';

test.use({ serviceWorkers: 'allow' });

test('the site is installable, shows an offline page and caches no user data', async ({
	page,
	context,
	product,
	trouble,
	enter,
}) => {
	test.slow();
	const { user } = await readyToWithdraw(product);
	await page.goto('/login');
	const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
	expect(await (await page.request.get(String(manifest))).json()).toMatchObject({ name: 'Lootpass', lang: 'en' });
	await page.evaluate(async () => {
		await (await caches.open('offline-of-a-build-before')).put('/offline-en.html', new Response('old'));
		await navigator.serviceWorker.register('/service-worker.js?language=de');
	});

	await enter(user);
	const state = () =>
		page.evaluate(async () => {
			const names = await caches.keys();
			const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
			const worker = navigator.serviceWorker.controller;
			return {
				worker: worker?.state === 'activated' && worker.scriptURL,
				cached: cached.flat().map(({ url }) => new URL(url).pathname),
			};
		});
	const settled = {
		worker: `${product.url}/service-worker.js?language=en`,
		cached: ['/offline-en.html', '/offline.css'],
	};
	await expect.poll(state, { timeout: 30_000 }).toEqual(settled);
	await openSignedIn(page, '/offer-history');
	await expect(page.getByText('120.00 R$').first()).toBeVisible();
	expect(await state()).toEqual(settled);

	await page.goto('about:blank');
	trouble.expect('net::ERR_INTERNET_DISCONNECTED GET /withdraw-history');
	await context.setOffline(true);
	await page.goto(`${product.url}/withdraw-history`);
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(0);
	await context.setOffline(false);
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdraw History');
	expect(await state()).toEqual(settled);
});
