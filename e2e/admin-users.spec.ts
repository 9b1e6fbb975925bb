import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../contract/durations.ts';
import { USERS_LIST_SIZE } from '../contract/limits.ts';
import { enterAsAdmin, sidebarOf } from './admin.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** A line of the list; who has a higher number has earned less. */
const userOf = (n: number, name: string | null, agoMs: number | null) => ({
	id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	roblox_username: name,
	robux: 1,
	totalEarned: 10_000 - n,
	totalWithdrawn: 2.5,
	last_access: agoMs === null ? null : Date.now() - agoMs,
});

test('an admin orders and searches the users, and comes back to the list as it was', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const { earner, account } = await readyToWithdraw(product);
	await enterAsAdmin(page, product, database);
	await sidebarOf(page).getByRole('link', { name: 'Users' }).click();
	const columns = ['Username', 'Robux', 'Total earned', 'Total withdrawn', 'Last Access', 'UUID'];
	await expect(page.getByRole('columnheader')).toHaveText(columns);
	await expect(page.getByLabel('Order by').locator('option')).toHaveText(['Robux earned', 'Last login']);
	await expect(page.getByLabel('Order by')).toHaveValue('totalEarned');
	await page.getByLabel('Order by').selectOption('Last login');
	await page.getByLabel('Search user').fill(account.name.slice(2).toUpperCase());
	await page.getByLabel('Search user').press('Enter');
	const rows = rowsOf(page);
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText(account.name);
	await expect(rows).toContainText('120.00 R$');
	await expect(rows).toContainText(/Just now|minute\(s\) ago/);
	await expect(rows).toContainText(earner.uid);
	await expectSound(page);
	await sidebarOf(page).getByRole('link', { name: 'Dashboard' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
	await page.goBack();
	await expect(page.getByLabel('Search user')).toHaveValue(account.name.slice(2).toUpperCase());
	await expect(rows).toHaveCount(1);
	await page.getByLabel('Search user').fill('nobody has this name');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expect(page.getByText('No users found.')).toBeVisible();
});

test('the users list says who has no name, and when each was here last', async ({ page, product, database }) => {
	test.slow();
	// In the middle of their minute, hour and day, so that the time that this takes makes no difference.
	const list = [
		userOf(1, 'builder', 0),
		userOf(2, null, null),
		userOf(3, 'mason', 5.5 * MINUTE_MS),
		userOf(4, 'Roofer', 3.5 * 60 * MINUTE_MS),
		userOf(5, 'rookie', 2.5 * 24 * 60 * MINUTE_MS),
	];
	await enterAsAdmin(page, product, database);
	await page.route('**/api/adminGetUsers', (route) => route.fulfill({ json: { result: list } }));
	await page.goto('/admin/users');
	const rows = rowsOf(page);
	const said = [
		/builder.*Just now/,
		/N\/A.*Never/,
		/mason.*5 minute\(s\)/,
		/Roofer.*3 hour\(s\)/,
		/rookie.*2 day\(s\)/,
	];
	await expect(rows).toHaveText(said);
	await expect(rows.first()).toContainText('1.00 R$');
	await page.getByLabel('Order by').selectOption('Last login');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	// Whoever was never here comes last.
	await expect(rows).toHaveText([/builder/, /mason/, /Roofer/, /rookie/, /N\/A/]);
	// Anywhere in the name, in any case.
	await page.getByLabel('Search user').fill('ROO');
	await page.getByLabel('Search user').press('Enter');
	await expect(rows).toHaveText([/Roofer/, /rookie/]);
});

test('more users than one answer takes are ordered, searched and paged by the server, and look the same', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	await enterAsAdmin(page, product, database);
	const all = Array.from({ length: USERS_LIST_SIZE }, (_, n) => userOf(n, `all_${n}`, 0));
	const asked: unknown[] = [];
	await page.route('**/api/adminGetUsers', (route) => {
		const { data } = route.request().postDataJSON();
		if (!data) return route.fulfill({ json: { result: all } });
		asked.push(data);
		const items = data.cursor ? [userOf(3, 'third', 0)] : [userOf(1, 'first', 0), userOf(2, 'second', 0)];
		return route.fulfill({ json: { result: { items, nextCursor: data.cursor ? null : 'further' } } });
	});
	await page.goto('/admin/users');
	const rows = rowsOf(page);
	await expect(rows).toHaveText([/first/, /second/]);
	await page.getByRole('button', { name: 'Load more' }).click();
	await expect(rows).toHaveText([/first/, /second/, /third/]);
	await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
	expect(asked.at(-1)).toMatchObject({ orderBy: 'totalEarned', search: '', cursor: 'further' });
	await page.getByLabel('Order by').selectOption('Last login');
	await page.getByLabel('Search user').fill('Ir');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expect.poll(() => asked.at(-1)).toMatchObject({ orderBy: 'last_access', search: 'Ir' });
	// Found by the server: what it answers is shown as it comes.
	await expect(rows).toHaveText([/first/, /second/]);
});
