import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

/** By then it has waited long between two tries, in milliseconds. */
const RECONNECTED_MS = 20_000;

test('without its live stream the page keeps the last balance and says that it is old', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	const { earner } = await readyToWithdraw(product);
	const stream = `/data/users/${earner.uid}/live`;
	test.slow();
	trouble.expect(`net::ERR_CONNECTION_REFUSED GET ${stream}`);
	await page.route(`**${stream}`, (route) => route.abort('connectionrefused'));
	await enter(earner);
	await expect(page.getByText('Balance (offline)')).toBeVisible();
	await expect(page.getByText('No connection. What you see is what we last knew')).toBeVisible();
	const balance = page.getByRole('banner').getByRole('status');
	await expect(balance).toContainText('120.00 R$');
	await expectSound(page);
	await page.unroute(`**${stream}`);
	await expect(page.getByText('Balance (offline)')).toBeHidden({ timeout: RECONNECTED_MS });
	await expect(page.getByText('No connection. What you see is what we last knew')).toBeHidden();
	await earner.earn('1.00');
	await expect(balance).toContainText('121.00 R$');
});

test('a server that cannot be asked sends nobody away', async ({ page, product, trouble, enter }) => {
	trouble.expect('net::ERR_CONNECTION_REFUSED GET /auth/token', 'console warning: the session could not be read');
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await page.route('**/auth/token', (route) => route.abort('connectionrefused'));
	await page.goto('/withdraw-history');
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	await expectSound(page);
	await page.unroute('**/auth/token');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { name: 'Withdraw History' })).toBeVisible();
	expect(page.url()).toBe(`${product.url}/withdraw-history`);
});
