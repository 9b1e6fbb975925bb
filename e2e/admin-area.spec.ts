import { enterAsAdmin } from './admin.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';

test('the dashboard has its banner, charts and figures; today’s are loaded, the others when asked', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	await readyToWithdraw(product);
	await enterAsAdmin(page, product, database);
	const sidebar = page.getByRole('navigation', { name: 'Admin area' });
	for (const entry of ['Dashboard', 'Users', 'Fraud check', 'Recent actions', 'Logs']) {
		await expect(sidebar.getByText(entry, { exact: true })).toBeVisible();
	}
	await expect(page.getByText('Account funds pay the withdrawals')).toBeVisible();
	for (const heading of ['Earnings', 'Users']) {
		await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
	}
	const earnings = page.getByRole('region', { name: 'Earnings', exact: true });
	await expect(earnings.getByRole('term')).toHaveText(['Today', 'This month', 'Total']);
	await expect(earnings.getByRole('definition').nth(0)).toContainText('$');
	await expect(earnings.getByRole('definition').nth(2)).toContainText('Click refresh');
	await expect(earnings.getByRole('definition').nth(2)).toContainText('€');
	await earnings.getByRole('button', { name: 'Refresh Earnings: Total' }).click();
	await expect(earnings.getByRole('definition').nth(2)).toContainText('$');
	const users = page.getByRole('region', { name: 'Users', exact: true });
	await expect(users.getByRole('term')).toHaveText(['Today', 'Total']);
	await expect(users.getByRole('definition').nth(0)).not.toContainText('Click refresh');
	await expect(users.getByRole('definition').nth(1)).toContainText('Click refresh');
});

test('a figure that cannot be loaded goes back to Click refresh', async ({ page, product, database, trouble }) => {
	trouble.expect('500 GET /data/earnings/total', 'console error: a figure could not be loaded');
	await enterAsAdmin(page, product, database);
	const total = page.getByRole('region', { name: 'Earnings', exact: true }).getByRole('definition').nth(2);
	await expect(total).toContainText('Click refresh');
	await page.route('**/data/earnings/total*', (route) => route.fulfill({ status: 500, json: {} }));
	const refused = page.waitForResponse((answer) => answer.url().includes('/data/earnings/total'));
	await total.getByRole('button').click();
	await refused;
	await expect(total).toContainText('Click refresh');
	await expect(total.getByRole('button')).toHaveAttribute('aria-busy', 'false');
});

test('the users list has its columns, orders and search', async ({ page, product, database }) => {
	const { earner, account } = await readyToWithdraw(product);
	await enterAsAdmin(page, product, database);
	await page.goto('/admin/users');
	await expect(page.getByRole('columnheader')).toHaveText([
		'Username',
		'Robux',
		'Total earned',
		'Total withdrawn',
		'Last Access',
		'UUID',
	]);
	await expect(page.getByLabel('Order by').locator('option')).toHaveText(['Robux earned', 'Last login']);
	await page.getByLabel('Order by').selectOption('Last login');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expect(page.getByRole('link', { name: 'N/A' }).first()).toBeVisible();
	await page.getByLabel('Search user').fill(account.name.slice(2, 12).toUpperCase());
	await page.getByRole('button', { name: 'Apply filters' }).click();
	const rows = page.getByRole('rowgroup').last().getByRole('row');
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText(earner.uid);
	await expect(rows).toContainText('120.00 R$');
});
