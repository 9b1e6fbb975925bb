import { randomUUID } from 'node:crypto';
import { addGameAccount, signUp } from '../support/earner.ts';
import { tabTo } from '../support/hand.ts';
import { expect, test } from '../support/journey.ts';

const STOPS = 30;

test('the user menu opens, moves and closes by keyboard, and closes on a click elsewhere', async ({
	page,
	product,
	enterReady,
}) => {
	await enterReady();
	const menuButton = page.getByRole('button', { name: /account menu/i });
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

	await menuButton.click();
	await expect(menu.getByRole('link')).toHaveText(['Offer History', 'Withdraw History', 'Earn', 'Account']);
	await page.keyboard.press('Tab');
	await expect(menu.getByRole('link', { name: 'Offer History' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(menu).toBeHidden();
	// The next Tab goes on in the new page, whose heading is not under the bar at the top.
	await expect(page.getByRole('main')).toBeFocused();
	const bar = await page.getByRole('banner').boundingBox();
	const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
	expect(heading?.y).toBeGreaterThan(bar?.height ?? 0);
});

test('the menu shows the picture of the game account', async ({ page, enterReady }) => {
	await enterReady();
	const picture = page.getByRole('button', { name: /account menu/i }).locator('img');
	await expect(picture).toHaveJSProperty('complete', true);
	await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
});

test('the skip link leads past the header', async ({ page }) => {
	await page.goto('/');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('main').getByRole('link', { name: 'Withdraw Robux' })).toBeFocused();
});

test('the username dialog starts in its field, keeps the focus, and forgets everything on close', async ({
	page,
	product,
	enter,
}) => {
	const account = await addGameAccount(product);
	await enter(await signUp(product));
	const dialog = page.getByRole('dialog');
	const username = dialog.getByLabel('Username');
	await expect(username).toBeFocused();
	const focusIsInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
	const outside = await page.evaluate(() => document.activeElement === document.body);
	expect(outside).toBe(false);
	for (let steps = 0; steps < 8; steps++) {
		await page.keyboard.press('Tab');
		// The browser itself (its address bar) is a stop too; the page behind is none.
		const onPage = await page.evaluate(() => document.activeElement !== document.body);
		if (onPage) expect(await focusIsInside()).toBe(true);
	}
	await username.fill(account.name);
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Is this you?')).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Yes' })).toBeFocused();

	await dialog.getByRole('button', { name: 'No' }).click();
	await expect(username).toHaveValue(account.name);
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await page.getByRole('button', { name: 'Add your Roblox username' }).click();
	await expect(username).toHaveValue('');
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('button', { name: 'Add your Roblox username' })).toBeFocused();
});

test('a whole withdrawal needs no mouse', async ({ page, enterReady }) => {
	await enterReady({ games: [{ name: 'First Harbor' }, { name: 'Second Harbor' }] });
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
});

test('an account needs no mouse', async ({ page, product }) => {
	await page.goto('/login');
	await tabTo(page, page.getByRole('link', { name: 'Create an account' }), STOPS);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
	await tabTo(page, page.getByLabel('Name', { exact: true }), STOPS);
	await page.keyboard.type('Keyboard Person');
	await page.keyboard.press('Tab');
	await page.keyboard.type(`${randomUUID()}@example.com`);
	await page.keyboard.press('Tab');
	await page.keyboard.type('a long enough password');
	// Past the button that shows it.
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await page.keyboard.type('28');
	await page.keyboard.press('Tab');
	await page.keyboard.type('Feb');
	await page.keyboard.press('Tab');
	await page.keyboard.type('2000');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${product.url}/withdraw`);
	await expect(page.getByRole('dialog').getByLabel('Username')).toBeFocused();
});

test('the tooltip of the stock opens by keyboard and closes on Escape', async ({ page, enterReady }) => {
	await enterReady();
	await tabTo(page, page.getByRole('button', { name: 'About the stock' }), STOPS);
	const tooltip = page.getByRole('tooltip');
	await expect(tooltip).toContainText('Directly available');
	await expect(tooltip).toContainText(/\d+\.00 R\$ \/ \d+\.00 R\$/);
	await page.keyboard.press('Escape');
	await expect(tooltip).toBeHidden();
});
