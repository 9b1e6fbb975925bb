import { expect, type Page } from '@playwright/test';
import { type Walk, withoutFirstData } from '../support/journey.ts';
import { inDebt, readyToWithdraw, signUp, type TestUser } from '../support/test-user.ts';

const RECONNECTED_MS = 20_000;

type States = Omit<Walk, 'database'>;

export async function walkStates(walk: States): Promise<void> {
	const page = await walk.context.newPage();
	await beNew(page, walk);
	await page.context().clearCookies();
	await beRefused(page, walk);
	await page.context().clearCookies();
	const user = await haveDebts(page, walk);
	await waitForAnswers(page, walk);
	await goOffline(page, user, walk);
	await page.close();
}

async function beNew(page: Page, { product, look }: States): Promise<void> {
	const user = await signUp(product);
	await page.goto(await user.handOffAddress());
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await look('new-withdraw', page.getByText('No Roblox username found.'));
	await page.goto('/earn');
	await expect(page.getByRole('main').getByText('No rewards yet.')).toBeVisible();
	await headerIsThere(page);
	await look('new-earn', page);
	await page.goto('/offer-history');
	await expect(page.getByText('No offer history found.')).toBeVisible();
	await headerIsThere(page);
	await look('new-offer-history', page);
}

async function beRefused(page: Page, { product, look }: States): Promise<void> {
	const { user } = await readyToWithdraw(product, { games: [{ passPrice: 70 }] });
	await page.goto(await user.handOffAddress());
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByRole('button', { name: 'About the stock' }).focus();
	await look('stock', page.getByRole('tooltip'));
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByRole('alert')).toContainText('No pass was found');
	await look('withdraw-refused', page);
	await page.goto('/withdraw-history');
	await expect(page.getByText('No withdraw history found.')).toBeVisible();
	await headerIsThere(page);
	await look('new-withdraw-history', page);
	await page.goto('/delete-account');
	await page.getByLabel('Type Delete to confirm').fill('Delete');
	await expect(page.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
	await headerIsThere(page);
	await look('delete-account', page);
}

async function haveDebts(page: Page, { product, look }: States): Promise<TestUser> {
	const user = await inDebt(product);
	await page.goto(await user.handOffAddress());
	await expect(page.getByLabel('Game')).toBeEnabled();
	await look('below-zero-withdraw', page);
	await page.goto('/earn');
	await expect(page.getByRole('main').getByText('Taken back by the partner').first()).toBeVisible();
	await headerIsThere(page);
	await look('below-zero-earn', page);
	return user;
}

async function headerIsThere(page: Page): Promise<void> {
	await expect(page.getByRole('banner').getByRole('status')).toContainText('R$');
}

async function waitForAnswers(page: Page, { look }: States): Promise<void> {
	await page.clock.install();
	const held = Promise.withResolvers<void>();
	await withoutFirstData(page);
	await page.route('**/api/getOfferHistory', async (route) => {
		await held.promise;
		await route.fulfill({ status: 503, json: { error: { status: 'UNAVAILABLE', message: '' } } });
	});
	await page.goto('/offer-history');
	await expect(page.getByRole('table', { name: 'Offer history, loading' })).toBeVisible();
	const slow = page.getByText('This is taking longer than usual.');
	await expect(slow).toHaveCount(0);
	await look('loading', page);
	await page.clock.runFor(8_000);
	await look('slow', slow);
	held.resolve();
	await page.clock.runFor(5_000);
	await expect(page.getByText('Failed to load offer history')).toBeVisible();
	await expect(slow).toHaveCount(0);
	await look('failed', page);
}

async function goOffline(page: Page, user: TestUser, { look }: States): Promise<void> {
	await page.route('**/live', (route) => route.abort('connectionrefused'));
	await page.goto('/withdraw');
	// Waits for all responses, because the page counts a pending one as a connection.
	await expect(page.getByLabel('Game')).toBeEnabled();
	await expect(page.getByText('Balance (offline)')).toBeVisible();
	await expect(page.getByText("You're offline. Showing the last known data")).toBeVisible();
	const balance = page.getByRole('banner').getByRole('status');
	await expect(balance).toContainText('50.00 R$');
	await look('offline', page);
	await page.unroute('**/live');
	await page.clock.runFor(RECONNECTED_MS);
	await expect(page.getByText('Balance (offline)')).toBeHidden();
	await expect(page.getByText("You're offline. Showing the last known data")).toBeHidden();
	await user.earn('61.00');
	await expect(balance).toContainText('11.00 R$');
}
