import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';

test('the amount is kept between 5 and 1500, and the price follows it', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	const amount = page.getByLabel('Amount');
	const price = page.getByText('Required pass price');
	await expect(price).toBeHidden();
	for (const [typed, kept, wanted] of [
		['50', '50', '71'],
		['5', '5', '7'],
		['1500', '1500', '2143'],
		['1501', '1500', '2143'],
		['99999', '1500', '2143'],
		['4', '5', '7'],
		['0', '5', '7'],
		['-20', '20', '29'],
		['12abc', '12', '17'],
	] as const) {
		await amount.fill('');
		await amount.pressSequentially(typed);
		await amount.blur();
		await expect(amount, typed).toHaveValue(kept);
		await expect(price, typed).toContainText(`${wanted} R$`);
	}
	await amount.fill('');
	await expect(price).toBeHidden();
});

test('too little is corrected once the typing is over, without leaving the field', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	const amount = page.getByLabel('Amount');
	await amount.pressSequentially('3');
	await expect(amount).toHaveValue('5');
	await expect(amount).toBeFocused();
});

test('the first game is chosen by default', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product, { games: [{ name: 'First Harbor' }, { name: 'Second Harbor' }] });
	await enter(earner);
	const game = page.getByLabel('Game');
	await expect(game).toBeEnabled();
	await expect(game.locator('option')).toHaveCount(2);
	await expect(game).toHaveValue((await game.locator('option').first().getAttribute('value')) ?? '');
});

test('while it works the button says so and nothing can be changed; then amount and price are cleared', async ({
	page,
	product,
	enter,
}) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	const game = page.getByLabel('Game');
	const amount = page.getByLabel('Amount');
	await expect(game).toBeEnabled();
	await amount.fill('50');
	await expect(page.getByText('Required pass price: 71 R$', { exact: true })).toBeVisible();
	const { promise: seen, resolve: release } = Promise.withResolvers<void>();
	await page.route('**/api/processWithdrawal', async (route) => {
		await seen;
		await route.continue();
	});
	await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Processing...', exact: true })).toBeDisabled();
	await expect(game).toBeDisabled();
	await expect(amount).not.toBeEditable();
	release();
	await expect(page.getByText('Withdrawal submitted successfully!', { exact: true })).toBeVisible();
	await expect(amount).toHaveValue('');
	await expect(page.getByText('Required pass price')).toBeHidden();
	await expect(page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true })).toBeEnabled();
});

test('the page has its links, tiles and help', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdraw Robux');
	const headings = page.getByRole('heading', { level: 2 });
	await expect(headings).toHaveText(['Pass payout', 'Prepare your pass', 'Need help?']);
	await expect(page.getByRole('term')).toHaveText(['Balance', 'Stock'], { useInnerText: true });
	await expect(page.getByRole('link', { name: 'Open the creation dashboard' })).toHaveAttribute('href', /^http/);
	await expect(page.getByRole('main').getByRole('link', { name: 'Open the community chat' })).toHaveAttribute(
		'href',
		/^http/,
	);
	const logo = page.getByRole('banner').getByRole('link', { name: 'Lootpass' });
	await expect(logo).toHaveAttribute('href', '/admin');
	await expect(logo.locator('> *')).toHaveText(['Loot', 'pass']);
});
