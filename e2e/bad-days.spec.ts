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
	const username = `p_${Date.now()}`.padEnd(20, 'w');
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

test('a balance below zero says why, and how it gets better', async ({ page, product, enter }) => {
	await enter(await inDebt(product));
	await page.goto('/earn');
	await expect(page.getByText('A partner took back a reward after it had been withdrawn.')).toBeVisible();
	await expect(page.getByText('Taken back by the partner')).toBeVisible();
	await expectSound(page);
});
