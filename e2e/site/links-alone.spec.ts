import type { Locator, Page } from '@playwright/test';
import { type Json, send } from '../../test/sites/json-client.ts';
import { LONG_STORY_MS, sidebarOf } from '../support/admin.ts';
import { withdraw } from '../support/admin-work.ts';
import { makeAdmin } from '../support/database.ts';
import { type GameAccount, orderAtVendor, readyToWithdraw, type TestUser } from '../support/earner.ts';
import { expect, test } from '../support/journey.ts';
import type { Addresses } from '../support/product.ts';

type Story = { page: Page; product: Addresses; earner: TestUser; account: GameAccount };

const rowsOf = (page: Page): Locator => page.getByRole('rowgroup').last().getByRole('row');
const amount = (value: number) => `${value.toFixed(2)} R$`;
const inOrder = (...words: string[]) => new RegExp(words.map((word) => word.replaceAll('$', '\\$')).join('.*'));

async function followMenu(page: Page, name: string, heading = name): Promise<void> {
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true }).click();
	await arriveAt(page, heading);
}

async function followSidebar(page: Page, name: string): Promise<void> {
	await sidebarOf(page).getByRole('link', { name, exact: true }).click();
	await arriveAt(page, name);
}

async function arriveAt(page: Page, heading: string): Promise<void> {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

/** Settled with the vendor and in our books, whatever the page knows of it. */
async function settleBehindItsBack({ product, earner, account }: Story, orderId: string, error?: string) {
	await orderAtVendor(product, account.name, orderId);
	const address = `${product.sandboxUrl}/control/vendor/orders/${orderId}/settle`;
	expect((await send('POST', address, error ? { error } : {})).status).toBe(200);
	const statusOf = async () =>
		(await earner.call('getWithdrawHistory')).items.find((item: Json) => item.order_id === orderId)?.status;
	await expect.poll(statusOf, { intervals: [30] }).toBe(error ? 'Failed' : 'Completed');
}

async function expectTheHistories({ page, earner }: Story, behind: () => Promise<void>): Promise<void> {
	await followMenu(page, 'Withdraw History');
	await expectWithdrawals(page, earner);
	await followMenu(page, 'Offer History');
	await expectOffers(page, earner);
	await behind();
	await followMenu(page, 'Withdraw History');
	await expectWithdrawals(page, earner);
	await earner.earn('3.25', 'Came while another page was open');
	await followMenu(page, 'Offer History');
	await expectOffers(page, earner);
	await earner.earn('1.00', 'Came while the page was open');
	await expectOffers(page, earner);
}

async function expectWithdrawals(page: Page, earner: TestUser): Promise<void> {
	const { items } = await earner.call('getWithdrawHistory');
	const row = (item: Json) =>
		inOrder(item.order_id, amount(item.amount), item.status, item.is_refunded ? 'Yes' : 'No', 'ago');
	await expect(rowsOf(page)).toHaveText(items.map(row));
}

async function expectOffers(page: Page, earner: TestUser): Promise<void> {
	const { items } = await earner.call('getOfferHistory');
	await expect(rowsOf(page)).toHaveText(
		items.map((item: Json) => inOrder(item.earning_source, item.name, amount(item.amount), 'ago')),
	);
}

async function expectThePagesOfMoney(story: Story): Promise<void> {
	const { page, product, earner, account } = story;
	await page.getByRole('banner').getByRole('link', { name: 'Earn', exact: true }).click();
	await arriveAt(page, 'Earn Robux');
	await expectOffers(page, earner);
	const orderId = await withdraw(earner, account);
	await expect(page.getByRole('region', { name: 'Balance' })).toContainText(amount(await earner.balance()));

	await page.getByRole('banner').getByRole('link', { name: 'Balance' }).click();
	await arriveAt(page, 'Withdraw Robux');
	await expect(page.getByRole('main').getByText(orderId)).toBeVisible();
	await page.getByRole('banner').getByRole('link', { name: 'Earn', exact: true }).click();
	await arriveAt(page, 'Earn Robux');
	await settleBehindItsBack(story, orderId, 'gamepass_not_found');
	await page.getByRole('banner').getByRole('link', { name: 'Balance' }).click();
	const paidBack = 'It could not be paid. The whole amount is back in your balance.';
	await expect(page.getByRole('main')).toContainText(paidBack);
	await expect(page.getByRole('definition').first()).toHaveText(amount(await earner.balance()));
	expect(page.url()).toBe(`${product.url}/withdraw`);
}

async function expectTheAdminArea(story: Story): Promise<void> {
	const { page, earner, account } = story;
	await followMenu(page, 'Admin Panel', 'Dashboard');
	await followSidebar(page, 'Users');
	await expectTheUser(page, earner, account.name);
	for (const name of ['Fraud check', 'Logs']) await followSidebar(page, name);

	const code = `LINK${Date.now()}`;
	const reason = `For those who came by ${code}`;
	await earner.call('adminCreatePromoCode', { code, amount: 1, usesMax: 1, reason });
	await followSidebar(page, 'Promo codes');
	await expect(rowsOf(page).filter({ hasText: code })).toContainText('Open');
	const orderId = await withdraw(earner, account);
	await followSidebar(page, 'Withdrawals');
	await filterBy(page, 'User id', earner.uid);
	await expect(rowsOf(page)).toHaveText([inOrder(orderId, amount(50))]);
	await followSidebar(page, 'Offerwalls');
	await settleBehindItsBack(story, orderId);
	await earner.call('adminClosePromoCode', { code, reason });
	await followSidebar(page, 'Withdrawals');
	await filterBy(page, 'User id', earner.uid);
	await expect(page.getByText('There are no such withdrawals.')).toBeVisible();
	await followSidebar(page, 'Promo codes');
	await expect(rowsOf(page).filter({ hasText: code })).toContainText('Closed');
	await followSidebar(page, 'Recent actions');
	await expect(rowsOf(page).filter({ hasText: reason })).toHaveCount(2);
	await followSidebar(page, 'Export');
	await followSidebar(page, 'Users');
	await expectTheUser(page, earner, account.name);
}

async function expectTheUser(page: Page, earner: TestUser, gameAccount: string): Promise<void> {
	await filterBy(page, 'Search user', gameAccount);
	const { items } = await earner.call('adminGetUsers', { search: gameAccount, orderBy: 'totalEarned', limit: 2 });
	const { robux, totalEarned, totalWithdrawn, id } = items[0];
	await expect(rowsOf(page)).toHaveText([
		inOrder(gameAccount, ...[robux, totalEarned, totalWithdrawn].map(amount), id),
	]);
}

async function filterBy(page: Page, label: string, text: string): Promise<void> {
	await page.getByLabel(label).fill(text);
	await page.getByRole('button', { name: 'Apply filters' }).click();
}

test('every page that is reached by links shows what the server says, whatever changed behind its back', async ({
	page,
	product,
	database,
	enter,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const { earner, account } = await readyToWithdraw(product);
	await makeAdmin(database, earner.uid);
	await enter(earner);
	// A page that is loaded anew has nothing old to show.
	let loads = 0;
	page.on('load', () => loads++);
	const story: Story = { page, product, earner, account };

	const orderId = await withdraw(earner, account);
	await expect(page.getByRole('main').getByText(orderId)).toBeVisible();
	await expect(page.getByRole('definition').first()).toHaveText('70.00 R$');
	await expectTheHistories(story, () => settleBehindItsBack(story, orderId));
	await expectThePagesOfMoney(story);
	await followMenu(page, 'Account');
	await page.getByRole('main').getByRole('link', { name: 'Delete my account' }).click();
	await expect(page.getByRole('main')).toContainText(amount(await earner.balance()));
	await expectTheAdminArea(story);
	await page.getByRole('link', { name: 'Privacy policy' }).click();
	await arriveAt(page, 'Privacy policy');
	expect(loads).toBe(0);
});
