import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import type { Addresses } from '../support/product.ts';
import { signUp } from '../support/test-user.ts';

const opensATab = (wallOrigin: string) => `<button onclick="
	const tab = window.open('', '_blank');
	this.textContent = tab ? 'opened' : 'blocked';
	if (tab) tab.location = '${wallOrigin}/offer';
">Start</button>
<a href="${wallOrigin}/away" target="_top">Away</a>`;
const LEADS_ON = `<script>location = 'https://elsewhere.example/survey'</script>`;
const openWall = (page: Page) => page.goto('/earn/sandbox', { waitUntil: 'commit' });

test('a wall learns no more than needed, and cannot navigate or block our page', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	test.slow();
	trouble.expect('console error: Framing');
	const user = await signUp(product);
	let answer: string | undefined = '<h1>Wall</h1>';
	const walls = new RegExp(`^${product.sandboxUrl}/(wall|offer|away)\\b`);
	await page.context().route(walls, async (route) => {
		if (answer !== undefined) await route.fulfill({ contentType: 'text/html', body: answer });
	});
	const frame = page.frameLocator('iframe[title="Sandbox Offers"]');
	await enter(user);
	await page.goto('/earn/sandbox');
	await page.getByRole('button', { name: 'Open Sandbox Offers' }).click();
	await expect(frame.getByRole('heading')).toHaveText('Wall');
	await expectNoExcessData(page, product, user.uid);

	answer = opensATab(product.sandboxUrl);
	await openWall(page);
	const opened = page.context().waitForEvent('page');
	await frame.getByRole('button').click();
	await expect(frame.getByRole('button')).toHaveText('opened');
	const tab = await opened;
	await tab.waitForURL(`${product.sandboxUrl}/offer`);
	await tab.evaluate((unavailable) => {
		for (const lead of [() => opener.top.location.assign(unavailable), () => open(unavailable, '_top')])
			try {
				lead();
			} catch {}
	}, `${product.sandboxUrl}/away`);
	await tab.waitForURL(`${product.sandboxUrl}/away`);
	await page.bringToFront();
	expect(page.url()).toBe(`${product.url}/earn/sandbox`);
	await tab.close();

	answer = LEADS_ON;
	await openWall(page);
	await expect(page.getByText('This offer continues on another site')).toBeVisible();
	await expect(page.getByRole('link', { name: 'open it in a new tab' })).toHaveAttribute('href', walls);

	answer = undefined;
	await page.clock.install();
	await openWall(page);
	await expect(page.getByText('Opening Sandbox Offers…')).toBeVisible();
	await page.clock.runFor(9_000);
	await expect(page.getByText('Sandbox Offers is taking a while to load.')).toBeVisible();
	await expect(page.getByText('Opening Sandbox Offers…')).toBeHidden();
	answer = '<h1>Here</h1>';
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(frame.getByRole('heading')).toHaveText('Here');
	await expect(page.getByText('Sandbox Offers is taking a while to load.')).toBeHidden();
});

async function expectNoExcessData(page: Page, { url, sandboxUrl }: Addresses, uid: string): Promise<void> {
	const widgetRequest = page.waitForRequest(`${sandboxUrl}/wall?**`);
	await page.goto('/earn/sandbox');
	const request = await widgetRequest;
	expect(request.url()).toBe(`${sandboxUrl}/wall?apiKey=sandbox&userId=${uid}`);
	expect(await request.headerValue('referer')).toBe(`${url}/`);
	expect(page.url()).not.toContain(uid);
	const link = page.getByRole('link', { name: 'Open in a new tab' });
	await expect(link).toHaveAttribute('rel', 'noopener');
	await expect(link).toHaveAttribute('href', request.url());
}
