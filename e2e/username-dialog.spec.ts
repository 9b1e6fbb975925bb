import type { Page } from '@playwright/test';
import { addGameAccount, readyToWithdraw, signUp } from './earner.ts';
import { expect, test } from './journey.ts';

async function lookUp(page: Page, username: string): Promise<void> {
	await page.getByRole('dialog').getByLabel('Username').fill(username);
	await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
}

test('Yes saves name and picture, closes the dialog, and the page loads the games of that account', async ({
	page,
	product,
	enter,
}) => {
	const [{ earner }, other] = await Promise.all([
		readyToWithdraw(product, { games: [{ name: 'First Harbor' }] }),
		addGameAccount(product, [{ name: 'Second Harbor' }, { name: 'Third Harbor' }]),
	]);
	await enter(earner);
	const game = page.getByLabel('Game');
	await expect(game.locator('option')).toHaveText(['First Harbor']);

	await page.getByRole('button', { name: 'Change the account that is paid' }).click();
	const dialog = page.getByRole('dialog');
	await lookUp(page, ` ${other.name.toUpperCase()} `);
	await expect(dialog.getByText('Is this you?')).toBeVisible();
	await expect(dialog.getByText(`@${other.name.toUpperCase()}`)).toBeVisible();
	const picture = await dialog.locator('img').getAttribute('src');
	const saving = page.waitForRequest((request) => request.method() === 'PATCH');
	await dialog.getByRole('button', { name: 'Yes' }).click();
	expect((await saving).postDataJSON()).toEqual({ roblox_username: other.name, avatar_url: picture });
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('main').getByText(`@${other.name}`)).toBeVisible();
	await expect(game.locator('option')).toHaveText(['Second Harbor', 'Third Harbor']);
	await expect(game).toHaveValue((await game.locator('option').first().getAttribute('value')) ?? '');
});

test('a look-up and a saving that fail without a word are told in ours, and may be tried again', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('500 POST /api/getRobloxUser', '500 PATCH /data/users/');
	const account = await addGameAccount(product);
	await enter(await signUp(product));
	const dialog = page.getByRole('dialog');
	await page.route('**/api/getRobloxUser', (route) => route.fulfill({ status: 500, json: {} }));
	await lookUp(page, account.name);
	await expect(dialog.getByText('Failed to fetch Roblox data', { exact: true })).toBeVisible();
	await page.unroute('**/api/getRobloxUser');
	await lookUp(page, account.name);
	await expect(dialog.getByText('Is this you?')).toBeVisible();

	await page.route('**/data/users/*', (route) =>
		route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
	);
	await dialog.getByRole('button', { name: 'Yes' }).click();
	await expect(dialog.getByRole('alert')).toHaveText('Failed to update user profile');
	await page.unroute('**/data/users/*');
	await dialog.getByRole('button', { name: 'Yes' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
});
