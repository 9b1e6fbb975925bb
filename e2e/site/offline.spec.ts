import { expect, test } from '../support/journey.ts';
import { readyToWithdraw } from '../support/user.ts';

const RECONNECTED_MS = 20_000;

// spec: bad-day.stream
test('without its live stream the page keeps the last balance and marks it as offline', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	const { user } = await readyToWithdraw(product);
	const stream = `/data/users/${user.uid}/live`;
	test.slow();
	trouble.expect(`net::ERR_CONNECTION_REFUSED GET ${stream}`);
	await page.route(`**${stream}`, (route) => route.abort('connectionrefused'));
	await enter(user);
	await expect(page.getByText('Balance (offline)')).toBeVisible();
	await expect(page.getByText("You're offline. Showing the last known data")).toBeVisible();
	const balance = page.getByRole('banner').getByRole('status');
	await expect(balance).toContainText('120.00 R$');
	await page.unroute(`**${stream}`);
	await expect(page.getByText('Balance (offline)')).toBeHidden({ timeout: RECONNECTED_MS });
	await expect(page.getByText("You're offline. Showing the last known data")).toBeHidden();
	await user.earn('1.00');
	await expect(balance).toContainText('121.00 R$');
});
