import { enterAsAdmin } from './admin.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

test('an admin reads the figures, which are kept for the day and reset when they cannot be loaded', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	await readyToWithdraw(product);
	await enterAsAdmin(page, product, database);
	const sidebar = page.getByRole('navigation', { name: 'Admin area' });
	for (const entry of ['Dashboard', 'Users', 'Fraud check', 'Recent actions', 'Logs']) {
		await expect(sidebar.getByText(entry, { exact: true })).toBeVisible();
	}
	await expect(page.getByText('Account funds pay the withdrawals')).toBeVisible();
	const earnings = page.getByRole('region', { name: 'Earnings', exact: true });
	const users = page.getByRole('region', { name: 'Users', exact: true });
	const figure = (card: typeof earnings, label: string) =>
		card.getByRole('definition').filter({ has: page.getByRole('button', { name: `: ${label}` }) });
	// Only today's two load by themselves.
	await expect(earnings.getByRole('term')).toHaveText(['Today', 'This month', 'Total']);
	await expect(users.getByRole('term')).toHaveText(['Today', 'Total']);
	await expect(figure(earnings, 'Today')).toHaveText(/^\$\d+\.\d\d$/);
	// A visit counts within seconds, so the admin may not be among them yet.
	await expect(figure(users, 'Today')).toHaveText(/^\d+$/);
	await expect(figure(earnings, 'This month')).toHaveText('€ Click refresh');
	await expect(figure(earnings, 'Total')).toHaveText('€ Click refresh');
	await expect(figure(users, 'Total')).toHaveText('Click refresh');
	const total = earnings.getByRole('button', { name: 'Refresh Earnings: Total' });
	await total.focus();
	await page.keyboard.press('Enter');
	await expect(figure(earnings, 'Total')).toHaveText(/^\$\d+\.\d\d$/);
	await users.getByRole('button', { name: 'Refresh Users: Total' }).click();
	await expect(figure(users, 'Total')).toHaveText(/^[1-9]\d*$/);
	const byWall = page.getByRole('region', { name: 'Offerwall earnings', exact: true });
	await expect(byWall).toContainText('Sandbox Offers');
	await byWall.getByText('Figures as a table').click();
	await expect(byWall.getByRole('rowheader', { name: 'Sandbox Offers' })).toBeVisible();
	await expect(page.getByRole('region', { name: 'Active users', exact: true })).toBeVisible();
	await expectSound(page);

	// Kept: with the addresses away, what was loaded today is still there, and what is asked for anew is not.
	trouble.expect('500 GET /data/earnings/total', 'console error: a figure could not be loaded');
	const before = await figure(earnings, 'Today').textContent();
	await page.route('**/data/earnings/total*', (route) => route.fulfill({ status: 500, json: {} }));
	await page.reload();
	await expect(figure(earnings, 'Today')).toHaveText(before ?? '');
	await expect(figure(earnings, 'Total')).toHaveText('€ Click refresh');
	await earnings.getByRole('button', { name: 'Refresh Earnings: Today' }).click();
	await expect(figure(earnings, 'Today')).toHaveText('€ Click refresh');
});

test('an admin orders and searches the users, and comes back to the list as it was', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const { earner, account } = await readyToWithdraw(product);
	await enterAsAdmin(page, product, database);
	await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Users' }).click();
	const columns = ['Username', 'Robux', 'Total earned', 'Total withdrawn', 'Last Access', 'UUID'];
	await expect(page.getByRole('columnheader')).toHaveText(columns);
	await expect(page.getByLabel('Order by').locator('option')).toHaveText(['Robux earned', 'Last login']);
	await expect(page.getByLabel('Order by')).toHaveValue('totalEarned');
	// The admin, who has no game account, is among them.
	await expect(page.getByRole('cell', { name: 'N/A', exact: true }).first()).toBeVisible();
	await page.getByLabel('Order by').selectOption('Last login');
	await page.getByLabel('Search user').fill(account.name.slice(2).toUpperCase());
	await page.getByLabel('Search user').press('Enter');
	const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText(account.name);
	await expect(rows).toContainText('120.00 R$');
	await expect(rows).toContainText(/Just now|minute\(s\) ago/);
	await expect(rows).toContainText(earner.uid);
	await expectSound(page);
	await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Dashboard' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
	await page.goBack();
	await expect(page.getByLabel('Search user')).toHaveValue(account.name.slice(2).toUpperCase());
	await expect(rows).toHaveCount(1);
	await page.getByLabel('Search user').fill('nobody has this name');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expect(page.getByText('No users found.')).toBeVisible();
});

test('an admin takes a table along as a file', async ({ page, product, database }) => {
	const admin = await enterAsAdmin(page, product, database);
	await page.goto('/admin/export');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export');
	// As in a browser that lets no page write files: then it is a download like any other.
	await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download Actions' }).click();
	expect((await download).suggestedFilename()).toBe('actions.csv');
	await expect(page.getByRole('status').filter({ hasText: 'Saved actions.csv' })).toBeVisible();
	const stream = await (await download).createReadStream();
	let text = '';
	for await (const piece of stream) text += piece;
	expect(text).toContain(`,${admin.uid},export,`);
	await expectSound(page);
});
