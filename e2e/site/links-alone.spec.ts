import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import type { PublicStats } from '../../contract/site/home.ts';
import type { Database } from '../../server/lib/db/database.ts';
import { type Json, send } from '../../test/sites/json-client.ts';
import { LONG_STORY_MS } from '../support/admin.ts';
import { withdraw } from '../support/admin-work.ts';
import { endAllSessions, makeAdmin } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import type { Addresses } from '../support/product.ts';
import {
	addGameAccount,
	type GameAccount,
	orderAtVendor,
	PASSWORD,
	readyToWithdraw,
	signUp,
	type TestUser,
} from '../support/user.ts';
import { sendAdminLogin, sendSignIn, signOut } from '../walks/walk-sign-in.ts';

type Story = {
	page: Page;
	product: Addresses;
	database: Database;
	user: TestUser;
	account: GameAccount;
	admin: TestUser;
};

const rowsOf = (page: Page): Locator => page.getByRole('rowgroup').last().getByRole('row');
const amount = (value: number) => `${inHundreds(value)} R$`;
const inHundreds = (value: number) =>
	value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '\u2212');
const inOrder = (...words: string[]) => new RegExp(words.map((word) => word.replaceAll('$', '\\$')).join('.*'));

async function arriveAt(page: Page, heading: string): Promise<void> {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

async function follow(page: Page, name: string, heading = name): Promise<void> {
	await page.getByRole('link', { name, exact: true }).first().click();
	await arriveAt(page, heading);
}

async function followMenu(page: Page, name: string, heading = name): Promise<void> {
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true }).click();
	await arriveAt(page, heading);
}

async function followBanner(page: Page, name: string, heading: string): Promise<void> {
	await page
		.getByRole('banner')
		.getByRole('link', { name, exact: name !== 'Balance' })
		.click();
	await arriveAt(page, heading);
}

async function settleBehindItsBack({ product, user, account }: Story, orderId: string, error?: string): Promise<void> {
	await orderAtVendor(product, account.name, orderId);
	const address = `${product.sandboxUrl}/control/vendor/orders/${orderId}/settle`;
	expect((await send('POST', address, error ? { error } : {})).status).toBe(200);
	const statusOf = async () =>
		(await user.call('getWithdrawHistory')).items.find((item: Json) => item.order_id === orderId)?.status;
	await expect.poll(statusOf, { intervals: [30] }).toBe(error ? 'Failed' : 'Completed');
}

async function expectTheHistories({ page, user }: Story, behind: () => Promise<void>): Promise<void> {
	await followMenu(page, 'Withdraw History');
	await expectWithdrawals(page, user);
	await followMenu(page, 'Offer History');
	await expectOffers(page, user);
	await behind();
	await followMenu(page, 'Withdraw History');
	await expectWithdrawals(page, user);
	await user.earn('3.25', 'Came while another page was open');
	await followMenu(page, 'Offer History');
	await expectOffers(page, user);
	await user.earn('1.00', 'Came while the page was open');
	await expectOffers(page, user);
}

async function expectWithdrawals(page: Page, user: TestUser): Promise<void> {
	const { items } = await user.call('getWithdrawHistory');
	const row = (item: Json) =>
		inOrder(item.order_id, amount(item.amount), item.status, item.is_refunded ? 'Yes' : 'No', 'ago');
	await expect(rowsOf(page)).toHaveText(items.map(row));
}

async function expectOffers(page: Page, user: TestUser): Promise<void> {
	const { items } = await user.call('getOfferHistory');
	await expect(rowsOf(page)).toHaveText(
		items.map((item: Json) => inOrder(item.earning_source, item.name, amount(item.amount), 'ago')),
	);
}

async function expectThePagesOfMoney(story: Story): Promise<void> {
	const { page, user, account, admin } = story;
	await followBanner(page, 'Earn', 'Earn Robux');
	await expectOffers(page, user);
	const orderId = await withdraw(user, account);
	await expect(page.getByRole('region', { name: 'Balance' })).toContainText(amount(await user.balance()));

	await followBanner(page, 'Balance', 'Withdraw Robux');
	await expect(page.getByRole('main').getByText(orderId)).toBeVisible();
	await followBanner(page, 'Earn', 'Earn Robux');
	await settleBehindItsBack(story, orderId, 'gamepass_not_found');
	await followBanner(page, 'Balance', 'Withdraw Robux');
	const paidBack = 'Your withdrawal failed. The full amount is back in your balance.';
	await expect(page.getByRole('main')).toContainText(paidBack);
	await expect(page.getByRole('definition').first()).toHaveText(amount(await user.balance()));
	await expect(page.getByLabel('Amount')).toBeVisible();

	await followBanner(page, 'Earn', 'Earn Robux');
	const paused = { uid: user.uid, reason: 'Until we have heard from you.' };
	await admin.call('adminPauseUser', paused);
	await followBanner(page, 'Balance', 'Withdraw Robux');
	await expect(page.getByText(`Withdrawals are paused for your account: ${paused.reason}`)).toBeVisible();
	await followBanner(page, 'Earn', 'Earn Robux');
	await admin.call('adminResumeUser', paused);
	await followBanner(page, 'Balance', 'Withdraw Robux');
	await expect(page.getByLabel('Amount')).toBeVisible();
}

async function expectTheWall(story: Story): Promise<void> {
	const { page, user, admin, database } = story;
	const [wall] = await user.call('getOfferwalls');
	const card = page.getByRole('link', { name: new RegExp(`^${wall.name}`) });
	await followBanner(page, 'Earn', 'Earn Robux');
	await card.click();
	await arriveAt(page, wall.name);
	await user.earn('2.50', 'Came while the wall was open');
	await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'R$' })).toContainText('+2.50 R$');
	await expect(page.getByRole('banner').getByRole('status')).toContainText(amount(await user.balance()));
	await page.getByRole('link', { name: 'All offerwalls' }).click();
	await arriveAt(page, 'Earn Robux');
	await expectOffers(page, user);

	const year = new Date().getUTCFullYear();
	await sql`update auth_user set birth_year = ${year - 15} where id = ${user.uid}`.execute(database);
	const change = { id: wall.id, reason: 'For those who are older.' };
	await admin.call('adminChangeOfferwall', { ...change, minAge: 17 });
	expect(await user.call('getOfferwalls')).toEqual([]);
	await card.click();
	await arriveAt(page, "This offerwall isn't available");
	await page.getByRole('link', { name: 'See available offerwalls' }).click();
	await arriveAt(page, 'Earn Robux');
	await expect(card).toHaveCount(0);
	await admin.call('adminChangeOfferwall', { ...change, minAge: null });
	await followBanner(page, 'Balance', 'Withdraw Robux');
	await followBanner(page, 'Earn', 'Earn Robux');
	await expect(card).toBeVisible();
}

async function expectTheAccount({ page, product, database, user }: Story): Promise<void> {
	const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
	const expectTheDevices = async () => {
		const { rows } = await sql`select from auth_session where user_id = ${user.uid}`.execute(database);
		await expect(devices).toHaveCount(rows.length);
	};
	await follow(page, 'Account');
	await expectTheDevices();
	await follow(page, 'Delete my account', 'Delete account');
	const { email } = user;
	expect((await send('POST', `${product.url}/auth/sign-in/email`, { email, password: PASSWORD })).status).toBe(200);
	await sql`update auth_user set email_verified = true, name = 'Renamed' where id = ${user.uid}`.execute(database);
	await user.earn('0.75');
	await expect(page.getByRole('main')).toContainText(amount(await user.balance()));
	await follow(page, 'Account');
	await expectTheDevices();
	const you = page.getByRole('region', { name: 'Your profile' });
	await expect(you).toContainText(`${email}Confirmed`);
	await expect(you).toContainText('Renamed');
	const another = await addGameAccount(product);
	await user.link(another.name);
	await expect(you).toContainText(`@${another.name}`);
}

async function expectThePublicPages({ page, user }: Story): Promise<void> {
	const today = new Date().toLocaleDateString('en', { dateStyle: 'long' });
	await follow(page, 'Privacy policy');
	await expect(page.getByRole('main')).toContainText(today);
	await user.earn('0.25');
	await expect(page.getByRole('banner').getByRole('status')).toContainText(amount(await user.balance()));
	await follow(page, 'Terms of service');
	await expect(page.getByRole('main')).toContainText(today);
	await expectTheHomePage(page);
}

async function expectTheHomePage(page: Page): Promise<void> {
	const open = () => page.getByRole('banner').getByRole('link', { name: 'Lootpass' }).click();
	// The response that the page itself receives, since later ones may differ.
	const [answer] = await Promise.all([page.waitForResponse(/\/api\/getPublicStats$/), open()]);
	const stats: PublicStats = (await answer.json()).result;
	const shown = page.getByRole('region', { name: 'Happening now' });
	const paidOut = stats.paidOut === 0 ? [] : [amount(stats.paidOut)];
	await expect(shown.getByRole('definition')).toHaveText([...paidOut, String(stats.offersToday)]);
	await expect(shown.getByRole('listitem')).toHaveText(
		stats.recentPayouts.map((payout) => inOrder(payout.name, amount(payout.amount), 'ago')),
	);
}

// spec: 4.fresh-pages
test('every page reached by links shows current server data', async ({ page, product, database, enter }) => {
	test.setTimeout(LONG_STORY_MS);
	const [{ user, account }, admin] = await Promise.all([readyToWithdraw(product), signUp(product)]);
	await makeAdmin(database, admin.uid);
	await enter(user);
	let loads = 0;
	page.on('load', () => loads++);
	const story: Story = { page, product, database, user, account, admin };

	const orderId = await withdraw(user, account);
	await expect(page.getByRole('main').getByText(orderId)).toBeVisible();
	await expect(page.getByRole('definition').first()).toHaveText('70.00 R$');
	await expectTheHistories(story, () => settleBehindItsBack(story, orderId));
	await expectThePagesOfMoney(story);
	await expectTheAccount(story);
	await expectThePublicPages(story);
	expect(loads).toBe(0);
	await follow(page, 'Earn', 'Earn Robux');
	await expectTheWall(story);
});

// spec: 1.password-sign-in, 4.fresh-pages
test('signed-out pages work by links alone, and signing in shows current data', async ({
	page,
	product,
	database,
	enter,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const { user } = await readyToWithdraw(product);
	await enter(user);
	let loads = 0;
	page.on('load', () => loads++);
	const banner = page.getByRole('banner');

	await signOut(page);
	await expect(banner.getByRole('status')).toHaveCount(0);
	await follow(page, 'Terms of service');
	await follow(page, 'Privacy policy');
	await expectTheHomePage(page);
	await follow(page, 'Sign in', 'Sign in via the mobile app');
	await follow(page, 'Create an account', 'Create your account');
	await follow(page, 'Sign in', 'Sign in via the mobile app');
	await follow(page, 'Forgot your password?', 'Choose a new password');
	await user.earn('5.00');
	await follow(page, 'Back to sign-in', 'Sign in via the mobile app');
	await sendSignIn(page, user.email);
	await arriveAt(page, 'Withdraw Robux');
	await expect(page.getByRole('definition').first()).toHaveText('125.00 R$');

	trouble.expect('401 ');
	await endAllSessions(database, user.uid);
	await expect(page.getByText('Your session has ended.')).toBeVisible();
	await banner.getByRole('link', { name: 'Lootpass' }).click();
	await arriveAt(page, 'Admin Login');
	await sendAdminLogin(page, user.email);
	await expect(page.getByText('You are not an admin.')).toBeVisible();
	await expect(banner.getByRole('status')).toContainText('125.00 R$');
	await makeAdmin(database, user.uid);
	await sendAdminLogin(page, user.email);
	await arriveAt(page, 'Dashboard');
	expect(loads).toBe(0);
});
