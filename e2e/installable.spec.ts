import { expect, test } from './journey.ts';

test.use({ serviceWorkers: 'allow' });

test('the site can be installed, and says so itself when it cannot be reached', async ({ page, context, trouble }) => {
	trouble.expect('net::ERR_INTERNET_DISCONNECTED GET /terms-of-service');
	await page.goto('/login');
	const address = await page.locator('link[rel=manifest]').getAttribute('href');
	const manifest = await (await page.request.get(String(address))).json();
	expect(manifest).toMatchObject({ name: 'Lootpass', lang: 'en', display: 'standalone' });
	for (const { src, sizes } of manifest.icons) {
		const { status, bytes } = await page.request.get(src).then(async (answer) => ({
			status: answer.status(),
			bytes: await answer.body(),
		}));
		expect([src, status, bytes.readUInt32BE(16)]).toEqual([src, 200, Number.parseInt(sizes, 10)]);
	}

	await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?language=en'));
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	await context.setOffline(true);
	await page.goto('/terms-of-service');
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	await context.setOffline(false);
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
	// What it keeps is about nobody.
	const kept = await page.evaluate(async () => {
		const caches = await window.caches.keys();
		const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
		return requests.flat().map(({ url }) => new URL(url).pathname);
	});
	expect(kept.sort()).toEqual(['/offline-en.html', '/offline.css']);
});
