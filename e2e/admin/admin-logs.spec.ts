import type { Page } from '@playwright/test';
import { send } from '../../test/sites/json-client.ts';
import { enterAsAdmin, LONG_STORY_MS, sidebarOf } from '../support/admin.ts';
import { withdraw } from '../support/admin-work.ts';
import { expect, test } from '../support/journey.ts';
import type { Addresses } from '../support/product.ts';
import { type GameAccount, PASSWORD, readyToWithdraw, type TestUser } from '../support/user.ts';

type Story = { admin: TestUser; user: TestUser; account: GameAccount; orderId: string };

async function signIn({ url }: Addresses, { email }: TestUser): Promise<void> {
	expect((await send('POST', `${url}/auth/sign-in/email`, { email, password: PASSWORD })).status).toBe(200);
}

async function followLive(page: Page, product: Addresses, { admin, user, account, orderId }: Story): Promise<void> {
	await sidebarOf(page).getByRole('link', { name: 'Logs' }).click();
	await page.getByLabel('User ID').fill(user.uid);
	await page.getByLabel('User ID').press('Enter');
	const theirs = (source: string, what: string) =>
		page.getByRole('row', { name: new RegExp(`${source} \\S*${what}.* ${account.name}`) });
	const signedIn = theirs('Sign-ins', '/auth/sign-in/email');
	await expect(theirs('Sign-ins', '/auth/sign-up/email')).toBeVisible();
	await expect(signedIn).toHaveCount(0);
	const follow = page.getByLabel('Follow live');
	await follow.check();
	await signIn(product, user);
	await expect(signedIn).toHaveCount(1);

	await follow.uncheck();
	await signIn(product, user);
	const known = async () => (await admin.call('adminGetLog', { uid: user.uid, source: 'sign-in' })).items.length;
	await expect.poll(known).toBe(3);
	await expect(signedIn).toHaveCount(1);
	await follow.focus();
	await page.keyboard.press('Space');
	await expect(signedIn).toHaveCount(2);

	await page.getByLabel('Source').selectOption('Vendor calls');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	const sent = page.getByRole('row', { name: /Vendor calls.*create/ });
	await expect(sent).toContainText(orderId);
	await expect(signedIn).toHaveCount(0);
	await sent.getByRole('link', { name: account.name }).click();
	await expect(page.getByRole('heading', { level: 1 })).toContainText(account.name);
	await page.goBack();
	await sent.getByRole('link', { name: orderId }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(`${product.url}/admin/withdrawals/${orderId}`);
	await expect(page.getByRole('heading', { name: 'Evidence' })).toBeVisible();

	await page.goto(`/admin/logs?show=callbacks&uid=${user.uid}`);
	const booked = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Booked' }) });
	await expect(booked).toHaveCount(1);
	await page.getByLabel('Follow live').focus();
	await page.keyboard.press('Space');
	await user.earn('3.00');
	await expect(booked).toHaveCount(2);
}

async function takeTableAlong(page: Page, admin: TestUser): Promise<void> {
	await page.goto('/admin/export');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export');
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
}

test("an admin filters the log, follows it live, opens a line's user and order, and exports a table", async ({
	page,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const { user, account } = await readyToWithdraw(product);
	const orderId = await withdraw(user, account);
	const admin = await enterAsAdmin(page, product, database);
	const story = { admin, user, account, orderId };
	await followLive(page, product, story);
	await takeTableAlong(page, admin);
});
