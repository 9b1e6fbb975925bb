import type { Page } from '@playwright/test';
import { tabTo } from '../support/hand.ts';
import { expect, expectSignedIn, test } from '../support/journey.ts';
import { signUp } from '../support/test-user.ts';

const SURVEY = 'Breakfast habits survey';
const wallIn = (page: Page) => page.frameLocator('iframe[title="Sandbox Offers"]');
const barOf = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'R$' });

async function openWall(page: Page): Promise<void> {
	await page.goto('/earn');
	await page.getByRole('link', { name: /^Sandbox Offers/ }).click();
	await expect(wallIn(page).getByRole('button', { name: `Complete ${SURVEY}` })).toBeVisible();
}

async function expectFrameToFill(page: Page): Promise<void> {
	await expect(async () => {
		const frame = await page.locator('iframe').boundingBox();
		const { scrollHeight, clientHeight, clientWidth } = await page.evaluate(() => {
			const { scrollHeight, clientHeight, clientWidth } = document.documentElement;
			return { scrollHeight, clientHeight, clientWidth };
		});
		expect(scrollHeight).toBe(clientHeight);
		expect(frame).toMatchObject({ x: 0, width: clientWidth });
		expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeCloseTo(page.viewportSize()?.height ?? 0, 0);
		expect(frame?.y).toBeLessThan(130);
	}).toPass();
}

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 } });

	// spec: 1.offers
	test("an offer completed in the wall's frame is credited live, and its reversal appears live", async ({
		page,
		product,
		enter,
	}) => {
		test.slow();
		const user = await signUp(product);
		await enter(user);
		await expect(page.getByRole('dialog')).toBeVisible();
		await page.keyboard.press('Escape');
		await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Earn' }).click();
		await expect(page).toHaveTitle('Earn Robux · Lootpass');
		await expect(page.getByRole('main').getByText('No rewards yet.')).toBeVisible();

		await page.getByRole('link', { name: /^Sandbox Offers/ }).click();
		await expect(page).toHaveURL(`${product.url}/earn/sandbox`);
		await expect(page).toHaveTitle('Sandbox Offers · Lootpass');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox Offers');
		const wall = wallIn(page);
		const offer = wall.getByRole('button', { name: `Complete ${SURVEY}` });
		await expect(offer).toBeVisible();
		await expectFrameToFill(page);
		let loads = 0;
		page.on('load', () => loads++);
		await offer.click();
		await expect(barOf(page)).toHaveText('+12.50 R$ from Sandbox Offers');
		await expect(page.getByRole('banner').getByRole('status')).toHaveText('12.50 R$');
		expect(loads).toBe(0);

		await page.getByRole('link', { name: 'All offerwalls' }).click();
		const rows = page.getByRole('rowgroup').last().getByRole('row');
		await expect(rows).toHaveCount(1);
		await expect(rows.first()).toContainText(SURVEY);
		await expect(rows.first()).toContainText('12.50 R$');
		await expect(page.getByRole('region', { name: 'Balance' })).toContainText('12.50 R$');
		await user.earn('3.25', 'Arrives live');
		await expect(rows).toHaveCount(2);
		await expect(rows.first()).toContainText('Arrives live');
		await expect(page.getByRole('region', { name: 'Balance' })).toContainText('15.75 R$');

		await openWall(page);
		await wall.getByRole('tab', { name: 'Completed' }).click();
		await wall.getByRole('button', { name: `Reverse ${SURVEY}` }).click();
		await expect(barOf(page)).toContainText('−12.50 R$ taken back by Sandbox Offers');
		await page.getByRole('link', { name: 'All offerwalls' }).click();
		await expect(rows.first()).toContainText('Taken back by the partner');
	});
});

test("the wall's page works after reload, Back and Forward, and after client-side navigation", async ({
	page,
	product,
	enter,
}) => {
	await enter(await signUp(product));
	const offer = wallIn(page).getByRole('button', { name: `Complete ${SURVEY}` });
	await openWall(page);
	await page.goBack();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Robux');
	await page.goForward();
	await expect(offer).toBeVisible();
	await page.reload();
	await expect(offer).toBeVisible();
	await page.getByRole('banner').getByRole('link', { name: 'Earn', exact: true }).click();
	await expect(page).toHaveURL(`${product.url}/earn`);
	await page.goBack();
	await expect(offer).toBeVisible();
	await page.goForward();
	await page.reload();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Earn Robux');
	await page.goBack();
	await expect(offer).toBeVisible();
	expect(page.url()).toBe(`${product.url}/earn/sandbox`);

	await page.goto('/offer-history');
	await expectSignedIn(page);
	await page.evaluate(() => {
		history.pushState(null, '', '/earn/sandbox');
		dispatchEvent(new PopStateEvent('popstate'));
	});
	await expect(offer).toBeVisible();
	await page.goBack();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offer History');
});

test('a wall works by keyboard on a desktop and fills the screen', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	await page.goto('/earn');
	await expect(page.getByRole('link', { name: /^Sandbox Offers/ })).toBeVisible();
	await page.getByRole('heading', { level: 1 }).click();
	await tabTo(page, page.getByRole('link', { name: /^Sandbox Offers/ }), 80);
	await page.keyboard.press('Enter');
	const wall = wallIn(page);
	await expect(wall.getByRole('button', { name: `Complete ${SURVEY}` })).toBeVisible();
	await expectFrameToFill(page);
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	for (const name of ['All offerwalls', 'Missing a reward?', 'Open in a new tab']) {
		await page.keyboard.press('Tab');
		await expect(page.getByRole('link', { name })).toBeFocused();
	}
	await page.keyboard.press('Tab');
	await expect(wall.getByRole('tab', { name: 'Offers' })).toBeFocused();
	await tabTo(page, wall.getByRole('button', { name: `Complete ${SURVEY}` }), 20);
	await page.keyboard.press('Enter');
	await expect(barOf(page)).toContainText('+12.50 R$');
});
