import { enterAsAdmin, sidebarOf } from './admin.ts';
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
	const sidebar = sidebarOf(page);
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
	trouble.expect('500 GET /data/earnings/total', '500 GET /data/users/count');
	trouble.expect('console error: a figure could not be loaded');
	const before = (await figure(earnings, 'Today').textContent()) ?? '';
	for (const address of ['**/data/earnings/total*', '**/data/users/count*']) {
		await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
	}
	await page.reload();
	await expect(figure(earnings, 'Today')).toHaveText(before);
	await expect(figure(users, 'Today')).toHaveText(/^\d+$/);
	await expect(figure(earnings, 'Total')).toHaveText('€ Click refresh');
	for (const [card, title, labels, empty] of [
		[earnings, 'Earnings', ['Today', 'This month', 'Total'], '€ Click refresh'],
		[users, 'Users', ['Today', 'Total'], 'Click refresh'],
	] as const) {
		for (const label of labels) {
			const refresh = card.getByRole('button', { name: `Refresh ${title}: ${label}` });
			const answer = page.waitForResponse((each) => each.url().includes('/data/') && each.status() === 500);
			await refresh.click();
			await answer;
			await expect(refresh).toHaveAttribute('aria-busy', 'false');
			await expect(figure(card, label)).toHaveText(empty);
		}
	}
	// And they come back with the addresses.
	await page.unrouteAll();
	await earnings.getByRole('button', { name: 'Refresh Earnings: This month' }).click();
	await expect(figure(earnings, 'This month')).toHaveText(/^\$\d+\.\d\d$/);
});

test('an admin takes a table along as a file', async ({ page, product, database }) => {
	test.slow();
	const admin = await enterAsAdmin(page, product, database);
	await page.goto('/admin/export');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export');
	// As in a browser that lets no page write files: then it is a download like any other.
	await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download Actions' }).focus();
	await page.keyboard.press('Enter');
	expect((await download).suggestedFilename()).toBe('actions.csv');
	await expect(page.getByRole('status').filter({ hasText: 'Saved actions.csv' })).toBeVisible();
	const stream = await (await download).createReadStream();
	let text = '';
	for await (const piece of stream) text += piece;
	expect(text).toContain(`,${admin.uid},export,`);
	const another = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download Yearly totals' }).click();
	expect((await another).suggestedFilename()).toBe('yearly-totals.csv');
	await expect(page.getByRole('status').filter({ hasText: 'Saved yearly-totals.csv' })).toBeVisible();
	await expectSound(page);
});
