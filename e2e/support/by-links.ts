import type { Locator, Page } from '@playwright/test';
import { type Json, send } from '../../test/sites/json-client.ts';
import { sidebarOf } from './admin.ts';
import { expect } from './patient.ts';
import type { Addresses } from './product.ts';
import { type GameAccount, orderAtVendor, type TestUser } from './user.ts';

/** Navigates by links only, so that stale data would be visible. */

export const rowsOf = (page: Page): Locator => page.getByRole('rowgroup').last().getByRole('row');
export const amount = (value: number) => `${inHundreds(value)} R$`;
const inHundreds = (value: number) =>
	value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '\u2212');
export const inOrder = (...words: string[]) => new RegExp(words.map((word) => word.replaceAll('$', '\\$')).join('.*'));

export async function arriveAt(page: Page, heading: string): Promise<void> {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

export async function follow(page: Page, name: string, heading = name): Promise<void> {
	await page.getByRole('link', { name, exact: true }).first().click();
	await arriveAt(page, heading);
}

export async function followMenu(page: Page, name: string, heading = name): Promise<void> {
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true }).click();
	await arriveAt(page, heading);
}

export async function followBanner(page: Page, name: string, heading: string): Promise<void> {
	await page
		.getByRole('banner')
		.getByRole('link', { name, exact: name !== 'Balance' })
		.click();
	await arriveAt(page, heading);
}

export async function followSidebar(page: Page, name: string): Promise<void> {
	await sidebarOf(page).getByRole('link', { name, exact: true }).click();
	await arriveAt(page, name);
}

export async function followTab(page: Page, name: string): Promise<void> {
	const tab = page.getByRole('main').getByRole('link', { name, exact: true }).last();
	await tab.click();
	await expect(tab).toHaveAttribute('aria-current', 'page');
}

/** Returns the response the page itself receives, since later ones may differ. */
export async function answerTo(page: Page, target: string | RegExp, act: () => Promise<void>): Promise<Json> {
	const matches = (url: string) => (typeof target === 'string' ? url.endsWith(`/api/${target}`) : target.test(url));
	const [answer] = await Promise.all([page.waitForResponse((response) => matches(response.url())), act()]);
	const body = await answer.json();
	return typeof target === 'string' ? body.result : body;
}

export async function settleBehindItsBack(
	product: Addresses,
	{ user, account }: { user: TestUser; account: GameAccount },
	orderId: string,
	error?: string,
): Promise<void> {
	await orderAtVendor(product, account.name, orderId);
	const address = `${product.sandboxUrl}/control/vendor/orders/${orderId}/settle`;
	expect((await send('POST', address, error ? { error } : {})).status).toBe(200);
	const statusOf = async () =>
		(await user.call('getWithdrawHistory')).items.find((item: Json) => item.order_id === orderId)?.status;
	await expect.poll(statusOf, { intervals: [30] }).toBe(error ? 'Failed' : 'Completed');
}
