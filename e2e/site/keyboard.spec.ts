import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { tabTo } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';
import { addGameAccount } from '../support/test-user.ts';

const STOPS = 30;

// spec: 2.stock-tooltip, 2.menu-avatar, 2.menu-items, 2.menu-closes
test('the menu, the stock tooltip and a withdrawal work by keyboard', async ({ page, product, enterReady }) => {
	await enterReady({ games: [{ name: 'First Harbor' }, { name: 'Second Harbor' }] });
	const menuButton = page.getByRole('button', { name: /account menu/i });
	const picture = menuButton.locator('img');
	await expect(picture).toHaveJSProperty('complete', true);
	await expect(picture).not.toHaveJSProperty('naturalWidth', 0);

	const menu = page.getByRole('navigation', { name: 'Account' });
	await tabTo(page, menuButton, STOPS);
	await page.keyboard.press('Enter');
	await expect(menu).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(menu).toBeHidden();
	await expect(menuButton).toBeFocused();
	await page.keyboard.press('Space');
	await expect(menu).toBeVisible();
	await page.getByRole('heading', { level: 1 }).click();
	await expect(menu).toBeHidden();

	await tabTo(page, page.getByRole('button', { name: 'About the stock' }), STOPS);
	const tooltip = page.getByRole('tooltip');
	await expect(tooltip).toContainText('Directly available');
	await expect(tooltip).toContainText(/[\d,]+\.00 R\$ \/ [\d,]+\.00 R\$/);
	await page.keyboard.press('Escape');
	await expect(tooltip).toBeHidden();

	await withdraw(page);

	await menuButton.click();
	await expect(menu.getByRole('link')).toHaveText(['Offer History', 'Withdraw History']);
	await page.keyboard.press('Tab');
	await expect(menu.getByRole('link', { name: 'Offer History' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(menu).toBeHidden();
	await expect(page.getByRole('main')).toBeFocused();
	const bar = await page.getByRole('banner').boundingBox();
	const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
	expect(heading?.y).toBeGreaterThan(bar?.height ?? 0);
});

async function withdraw(page: Page): Promise<void> {
	const game = page.getByLabel('Game');
	await expect(game).toBeEnabled();
	await tabTo(page, game, STOPS);
	await page.keyboard.press('Space');
	await expect.poll(() => game.evaluate((select) => select.matches(':open'))).toBe(true);
	await page.keyboard.press('ArrowDown');
	await expect(game.locator('option').nth(1)).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(game).toHaveValue((await game.locator('option').nth(1).getAttribute('value')) as string);
	await tabTo(page, page.getByLabel('Amount'), STOPS);
	await page.keyboard.type('50');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
}

// spec: 2.username-needed, 4.dialog-reset
test('skip link, sign-up and username dialog work by keyboard', async ({ page, product }) => {
	const account = await addGameAccount(product);
	await page.goto('/');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('main').getByRole('link', { name: 'Start earning' })).toBeFocused();

	await page.goto('/login');
	await tabTo(page, page.getByRole('link', { name: 'Create an account' }), STOPS);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
	await tabTo(page, page.getByLabel('Name', { exact: true }), STOPS);
	const email = `${randomUUID()}@example.com`;
	// The stop without a text is the button that shows the password.
	for (const text of ['Keyboard Person', email, 'a long enough password', '', '28', 'Feb']) {
		await page.keyboard.type(text);
		await page.keyboard.press('Tab');
	}
	await page.keyboard.type('2000');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${product.url}/earn`);
	await expect(page.getByRole('main')).toBeFocused();
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Withdraw' }).press('Enter');
	await giveUsername(page, account.name);
});

async function giveUsername(page: Page, name: string): Promise<void> {
	const dialog = page.getByRole('dialog');
	const username = dialog.getByLabel('Username');
	await expect(username).toBeFocused();
	for (let steps = 0; steps < 8; steps++) {
		await page.keyboard.press('Tab');
		const onPage = await page.evaluate(() => document.activeElement !== document.body);
		if (onPage) expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
	}
	await username.fill(name);
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Is this you?')).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Yes' })).toBeFocused();

	await dialog.getByRole('button', { name: 'No' }).click();
	await expect(username).toHaveValue(name);
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	const opener = page.getByRole('button', { name: 'Add your Roblox username' });
	await opener.click();
	await expect(username).toHaveValue('');
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expect(dialog).toBeHidden();
	await expect(opener).toBeFocused();
}
