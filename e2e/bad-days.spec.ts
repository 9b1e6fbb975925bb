import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { send } from '../test/json-client.ts';
import { addGameAccount, inDebt, readyToWithdraw, signUp } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound, expectToFit } from './look.ts';

const PHONE_WIDTH = 390;

/** Answers a call in the server's place. */
async function answer(page: Page, call: string, result: unknown): Promise<void> {
	await page.route(`**/api/${call}`, (route) => route.fulfill({ json: { result } }));
}

test('a game account that cannot be looked up says so, and is looked up again', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('503 POST /api/getRobloxUser');
	const { earner } = await readyToWithdraw(product);
	await page.route('**/api/getRobloxUser', (route) =>
		route.fulfill({ status: 503, json: { error: { status: 'UNAVAILABLE', message: 'away' } } }),
	);
	await enter(earner);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('Failed to fetch Roblox user ID');
	await page.unroute('**/api/getRobloxUser');
	await alert.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByLabel('Game')).toBeEnabled();
});

test('300 games with long names, the longest username and an empty balance fit on a phone', async ({
	page,
	product,
	enter,
}) => {
	const username = `p_${randomUUID().replaceAll('-', '').slice(0, 18)}`;
	await send('POST', `${product.sandboxUrl}/control/platform/users`, { name: username });
	const earner = await signUp(product);
	await earner.link(username);
	const games = Array.from({ length: 300 }, (_, number) => ({
		Name: `Game ${number} ${'ofaverylongname'.repeat(12)}`,
		PlaceID: number + 1,
		UniverseID: number + 1,
		ThumbnailUrl: '',
	}));
	await answer(page, 'getRobloxGames', games);
	await enter(earner);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await expect(page.getByLabel('Game').locator('option')).toHaveCount(300);
	await expect(page.getByRole('definition').first()).toHaveText('0.00 R$');
	await expect(page.getByText(`@${username}`)).toBeVisible();
	await expectToFit(page);
	await expectToFit(page, PHONE_WIDTH);
});

test('a thousand rows are shown, and the newest still arrives on top', async ({ page, product, enter }) => {
	const [earner] = await Promise.all([signUp(product), addGameAccount(product)]);
	const items = Array.from({ length: 1000 }, (_, number) => ({
		id: `offer-${number}`,
		earning_source: 'Wall',
		name: number % 2 === 0 ? null : 'x'.repeat(200),
		amount: 1234567.89,
		timestamp: Date.now() - number * 60_000,
		kind: 'credit',
		pending_until: null,
	}));
	await answer(page, 'getOfferHistory', { items, nextCursor: null });
	await enter(earner);
	await page.goto('/offer-history');
	const rows = page.getByRole('rowgroup').last().getByRole('row');
	await expect(rows).toHaveCount(1000);
	await expectToFit(page);
	await earner.earn('3.25', 'Arrives live');
	await expect(rows.first()).toContainText('Arrives live');
});

test('an answer that takes long is told to take long, and is shown when it comes', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	await page.clock.install();
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route('**/api/getOfferHistory', async (route) => {
		await held;
		await route.fallback();
	});
	await page.goto('/offer-history');
	await expect(page.getByRole('table', { name: 'Offer history, loading' })).toBeVisible();
	await expect(page.getByText('This takes longer than usual.')).toBeHidden();
	await page.clock.runFor(8_000);
	await expect(page.getByText('This takes longer than usual.')).toBeVisible();
	release();
	await expect(page.getByText('No offer history found.')).toBeVisible();
	await expect(page.getByText('This takes longer than usual.')).toBeHidden();
});

test('a withdrawal that takes long says that it is safe, and is done once', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('50');
	await page.clock.install();
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	await page.route('**/api/processWithdrawal', async (route) => {
		await held;
		await route.continue();
	});
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
	await page.clock.runFor(8_000);
	await expect(page.getByText('This takes longer than usual. Your request is safe')).toBeVisible();
	release();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	expect((await earner.call('getWithdrawHistory')).items).toHaveLength(1);
});

test('who asked too often is told how long to wait', async ({ page, product, trouble, enter }) => {
	trouble.expect('429 POST /api/processWithdrawal');
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	const sentence = 'That was too often. Try again in 40 seconds.';
	await page.route('**/api/processWithdrawal', (route) =>
		route.fulfill({ status: 429, json: { error: { status: 'RESOURCE_EXHAUSTED', message: sentence } } }),
	);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByRole('alert')).toHaveText(sentence);
	await expect(page.getByLabel('Amount')).toHaveValue('50');
});

test('a page that breaks says so, tells that no money is affected, and can be loaded again', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('Invalid time value');
	await enter(await signUp(product));
	// A line without its time, which no server of ours sends.
	const items = [{ id: 'o-1', earning_source: null, name: null, amount: 1, kind: 'credit', pending_until: null }];
	await answer(page, 'getOfferHistory', { items, nextCursor: null });
	await page.goto('/offer-history');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
	await expect(page.getByText('Your balance and withdrawals are not affected.')).toBeVisible();
	await expectSound(page);
	await page.unroute('**/api/getOfferHistory');
	await page.getByRole('button', { name: 'Reload the page' }).click();
	await expect(page.getByText('No offer history found.')).toBeVisible();
});

test('a balance below zero says why, and how it gets better', async ({ page, product, enter }) => {
	await enter(await inDebt(product));
	await page.goto('/earn');
	await expect(page.getByText('A partner took back a reward after it had been withdrawn.')).toBeVisible();
	await expect(page.getByText('Taken back by the partner')).toBeVisible();
	await expectSound(page);
});
