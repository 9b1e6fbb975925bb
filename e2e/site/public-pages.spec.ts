import { expect, test } from '../support/journey.ts';

test('the home page works without scripts, and a page altered in transit is rendered again', async ({
	page,
	browser,
	product,
	trouble,
}) => {
	trouble.expect('page error: Minified React error #418');
	await page.route('**/terms-of-service', async (route) => {
		const answer = await route.fetch();
		const html = await answer.text();
		await route.fulfill({ response: answer, body: html.replace('>Terms of service</h1>', '>Conditions</h1>') });
	});
	await page.goto('/terms-of-service');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 245, 240)');

	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
	const bare = await context.newPage();
	await bare.goto('/');
	for (const heading of ['How it works', 'We never ask you', 'Questions']) {
		await expect(bare.getByRole('heading', { name: heading })).toBeVisible();
	}
	await context.close();
});
