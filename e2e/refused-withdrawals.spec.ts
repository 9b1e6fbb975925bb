import type { Page } from '@playwright/test';
import { request, send } from '../test/json-client.ts';
import { orderAtVendor, readyToWithdraw, settleOrder, signUp } from './earner.ts';
import { expect, expectBalance, test } from './journey.ts';
import { startProduct } from './product.ts';

const NO_PASS =
	'No pass was found in the selected game at the set price. Check that the universe has a pass and that the amount matches.';
const REGIONAL_PRICING = 'The game pass has Regional Pricing enabled. Turn it off on the game platform';
const REFUSED = ' POST /api/processWithdrawal';

async function submit(page: Page, amount: string): Promise<void> {
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill(amount);
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
}

test('a wrong price names the passes that were found, and "Check again" goes on when it is mended', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect(`404${REFUSED}`);
	const { earner, account } = await readyToWithdraw(product, { games: [{ passPrice: 70 }] });
	await enter(earner);
	await submit(page, '50');
	const alert = page.getByRole('alert');
	await expect(alert).toContainText(NO_PASS);
	await expect(alert.getByRole('listitem')).toHaveText([/^Supporter pass 70\s*70 R\$$/]);
	await expect(page.getByLabel('Amount')).toHaveValue('50');
	await expectBalance(page, '120.00 R$');

	const pass = `${product.sandboxUrl}/control/platform/passes/${account.games[0]?.passId}`;
	await send('PATCH', pass, { price: 71 });
	await alert.getByRole('button', { name: 'Check again' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	await expectBalance(page, '70.00 R$');
});

test('regional pricing must be turned off first', async ({ page, product, trouble, enter }) => {
	trouble.expect(`400${REFUSED}`);
	const { earner, account } = await readyToWithdraw(product, { games: [{ regionalPricing: true }] });
	await enter(earner);
	await submit(page, '50');
	const alert = page.getByRole('alert');
	await expect(alert).toContainText(REGIONAL_PRICING);
	await expectBalance(page, '120.00 R$');

	const pass = `${product.sandboxUrl}/control/platform/passes/${account.games[0]?.passId}`;
	await send('PATCH', pass, { regionalPricing: false });
	await alert.getByRole('button', { name: 'Check again' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
});

test('too little balance says the balance', async ({ page, product, trouble, enter }) => {
	trouble.expect(`400${REFUSED}`);
	const { earner } = await readyToWithdraw(product, { balance: '49.99' });
	await enter(earner);
	await submit(page, '50');
	await expect(page.getByRole('alert')).toHaveText('Your balance is 49.99 R$, which is less than this amount');
	await expect(page.getByRole('button', { name: 'Check again' })).toBeHidden();
	await expectBalance(page, '49.99 R$');
});

test('a refusal without words of its own is told in ours, and the same request may be sent again', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect(`500${REFUSED}`);
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await page.route('**/api/processWithdrawal', (route) =>
		route.fulfill({ status: 500, json: { error: { status: 'INTERNAL', message: 'INTERNAL' } } }),
	);
	await submit(page, '50');
	await expect(page.getByRole('alert').getByText('Failed to submit withdrawal', { exact: true })).toBeVisible();
	await page.unroute('**/api/processWithdrawal');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
});

test('while an order is open, another one is refused by its id', async ({ page, product, trouble, enter }) => {
	trouble.expect(`409${REFUSED}`);
	const { earner, account } = await readyToWithdraw(product);
	await enter(earner);
	await submit(page, '50');
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	const { orderId } = await orderAtVendor(product, account.name);
	await submit(page, '50');
	await expect(page.getByRole('alert')).toHaveText(
		`You already have an open withdrawal (${orderId}). You can start another one when it is finished.`,
	);
	await expectBalance(page, '70.00 R$');
});

test('when the platform is away nothing is held', async ({ page, product, trouble, enter }) => {
	trouble.expect(`503${REFUSED}`);
	const { earner, account } = await readyToWithdraw(product);
	await enter(earner);
	await expect(page.getByLabel('Game')).toBeEnabled();
	// Only this game's passes: the other journeys go on.
	const path = String(account.games[0]?.universeId);
	const { body: fault } = await send('POST', `${product.sandboxUrl}/control/faults`, {
		part: 'platform',
		kind: '503',
		path,
	});
	await submit(page, '50');
	await expect(page.getByRole('alert')).toHaveText(
		'Roblox does not answer at the moment. Nothing was taken from your balance. Try again in a minute.',
	);
	await expectBalance(page, '120.00 R$');
	await request(`${product.sandboxUrl}/control/faults?id=${fault.id}`, { method: 'DELETE' });
});

test('an order that the vendor cannot pay is refunded before the eyes of its owner', async ({
	page,
	product,
	enter,
}) => {
	const { earner, account } = await readyToWithdraw(product);
	await enter(earner);
	await submit(page, '50');
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	await expectBalance(page, '70.00 R$');
	await page.getByRole('main').getByRole('link', { name: 'withdraw history' }).click();
	const row = page.getByRole('row').filter({ hasText: '50.00 R$' });
	await expect(row).toContainText(/Pending|Processing/);
	await settleOrder(product, account.name, 'gamepass_not_found');
	await expect(row).toContainText('Failed');
	await expect(row.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
});

test('without stock a withdrawal is refused where the operator wants that', async ({ browser }) => {
	test.slow();
	const product = await startProduct({ STOCK_POLICY: 'refuse' });
	try {
		await send('PATCH', `${product.sandboxUrl}/control/vendor`, { robuxAvailable: 49 });
		const { earner } = await readyToWithdraw(product);
		const page = await browser.newPage();
		await page.goto(await earner.handOffAddress());
		await submit(page, '50');
		await expect(page.getByRole('alert')).toHaveText(
			'There is not enough stock for this amount right now. Try a smaller amount, or try again later.',
		);
		await expectBalance(page, '120.00 R$');
		expect(await earner.call('getWithdrawHistory')).toMatchObject({ items: [] });
		await page.close();
	} finally {
		await product.stop();
	}
});

test('the form says what is missing before anybody is asked', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	let asked = 0;
	page.on('request', (each) => {
		if (each.url().endsWith('/api/processWithdrawal')) asked += 1;
	});
	await enter(earner);
	await submit(page, '');
	await expect(page.getByRole('alert')).toHaveText('Please fill in all fields');
	await submit(page, '7.5');
	await expect(page.getByRole('alert')).toHaveText('Amount must be a whole number');
	expect(asked).toBe(0);
});

test('a game account without games cannot withdraw, and the page says why', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product, { games: [] });
	await enter(earner);
	await expect(page.getByRole('alert')).toContainText('No games found for this user.');
	await expect(page.getByLabel('Game')).toBeDisabled();
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Please fill in all fields')).toBeVisible();
});

test('games that cannot be loaded can be loaded again', async ({ page, product, trouble, enter }) => {
	trouble.expect('503 POST /api/getRobloxGames');
	const { earner } = await readyToWithdraw(product);
	await page.route('**/api/getRobloxGames', (route) =>
		route.fulfill({ status: 503, json: { error: { status: 'UNAVAILABLE', message: 'away' } } }),
	);
	await enter(earner);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('Failed to load Roblox games.');
	await page.unroute('**/api/getRobloxGames');
	await alert.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByLabel('Game')).toBeEnabled();
	await expect(alert).toBeHidden();
});

test('a person without a game username is told so when the dialog is closed', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByText('No Roblox username found.')).toBeVisible();
	await page.getByRole('button', { name: 'Add your Roblox username' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
});
