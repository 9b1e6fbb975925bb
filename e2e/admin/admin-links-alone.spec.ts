import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { type Json, send } from '../../test/sites/json-client.ts';
import { LONG_STORY_MS } from '../support/admin.ts';
import { findDifference, suspect, withdraw } from '../support/admin-work.ts';
import {
	amount,
	answerTo,
	follow,
	followMenu,
	followSidebar,
	followTab,
	inOrder,
	rowsOf,
	settleBehindItsBack,
} from '../support/by-links.ts';
import { makeAdmin } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import type { Addresses } from '../support/product.ts';
import { type GameAccount, PASSWORD, readyToWithdraw, signUp, type TestUser } from '../support/user.ts';

type Story = {
	page: Page;
	product: Addresses;
	database: Database;
	admin: TestUser;
	colleague: TestUser;
	user: TestUser;
	account: GameAccount;
};

async function filterBy(page: Page, label: string, text: string): Promise<void> {
	await page.getByLabel(label, { exact: true }).fill(text);
	await page.getByRole('button', { name: 'Apply filters' }).click();
}

const rowWith = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

async function expectTheUser({ page, admin, user, account }: Story): Promise<void> {
	await followSidebar(page, 'Users');
	await filterBy(page, 'Search user', account.name);
	const { items } = await admin.call('adminGetUsers', { search: account.name, limit: 2 });
	const { robux, totalEarned, totalWithdrawn, id } = items[0];
	await expect(rowsOf(page)).toHaveText([
		inOrder(account.name, ...[robux, totalEarned, totalWithdrawn].map(amount), id),
	]);
	await follow(page, account.name);
	const { wallet, flags } = await admin.call('adminGetUser', { uid: user.uid });
	const facts = [wallet.robux, wallet.pending, wallet.held, wallet.earned, wallet.withdrawn, wallet.adjusted];
	await expect(page.getByRole('region', { name: 'Wallet' }).getByRole('definition')).toHaveText(facts.map(amount));
	const paused = page.getByText(`Withdrawals paused: ${flags.paused_reason}`);
	await expect(paused).toHaveCount(flags.paused_reason === null ? 0 : 1);
	for (const [tab, call] of [
		['Ledger', 'adminGetUserLedger'],
		['Offers', 'adminGetUserOffers'],
		['Withdrawals', 'adminGetUserWithdrawals'],
		['Postbacks', 'adminFindCallbacks'],
		['Actions', 'adminGetActions'],
	] as const) {
		await followTab(page, tab);
		const list = await admin.call(call, { uid: user.uid });
		await expect(rowsOf(page)).toHaveCount(list.items.length);
		expect(list.items.length).toBeGreaterThan(0);
	}
}

async function expectTheWithdrawals(story: Story): Promise<void> {
	const { page, product, user, account } = story;
	const orderId = await withdraw(user, account);
	await expectTheOrder(story, orderId);
	await followSidebar(page, 'Offerwalls');
	await settleBehindItsBack(product, story, orderId);
	await followSidebar(page, 'Withdrawals');
	await filterBy(page, 'User ID', user.uid);
	await expect(page.getByText('No open withdrawals.')).toBeVisible();
	await page.getByLabel('Status').selectOption('All');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expectTheOrder(story, orderId);
}

async function expectTheOrder({ page, admin, user, account }: Story, orderId: string): Promise<void> {
	if (page.url().endsWith('/admin')) {
		await followSidebar(page, 'Withdrawals');
		await filterBy(page, 'User ID', user.uid);
	}
	await expect(rowsOf(page).first()).toHaveText(inOrder(orderId, account.name, amount(50)));
	await page.getByRole('main').getByRole('link', { name: orderId }).click();
	const { transfers, events } = await admin.call('adminGetWithdrawal', { orderId });
	const books = page.getByRole('region', { name: 'Ledger' });
	await expect(books.getByRole('definition')).toHaveText(transfers.map((each: Json) => inOrder(amount(each.amount))));
	await expect(rowsOf(page)).toHaveText(events.map(({ kind }: Json) => new RegExp(kind)));
}

async function expectTheSafeguards(story: Story): Promise<void> {
	const { page, admin, colleague, database, user, account } = story;
	const openTab = async (name: string) => {
		await followSidebar(page, 'Users');
		await followSidebar(page, 'Withdrawals');
		await followTab(page, name);
	};
	const orderId = await withdraw(user, account);
	const theirs = rowWith(page, orderId);
	await openTab('On hold');
	await expect(theirs).toContainText('High fraud score');
	const refused = { order_id: orderId, decision: 'refund', reason: 'Nothing was sent.' };
	await colleague.call('adminDecideScreening', refused);
	await openTab('On hold');
	await expect(theirs).toHaveCount(0);

	await findDifference(database, orderId, user.uid);
	await openTab('Differences');
	await expect(theirs).toContainText('Refunded, but the vendor paid');
	const reviews = await admin.call('adminGetPayoutReviews');
	const { id } = reviews.find((review: Json) => review.order_id === orderId);
	await colleague.call('adminResolvePayoutReview', { id, note: 'The vendor was wrong.' });
	await openTab('Differences');
	await expect(theirs).toHaveCount(0);

	await openTab('Controls');
	const cap = page.getByRole('region', { name: 'Caps and alerts' }).getByRole('definition').nth(2);
	await expect(cap).toHaveText('None');
	await colleague.call('adminChangePayoutSettings', { person_day_cap: 900_000, reason: 'A large one.' });
	await openTab('Controls');
	await expect(cap).toHaveText('900000');
	await colleague.call('adminChangePayoutSettings', { person_day_cap: null, reason: 'Enough.' });
}

async function expectTheFraudCheck(story: Story): Promise<void> {
	const { page, admin, colleague, database, user, account } = story;
	const theirs = rowWith(page, account.name);
	const expectPrecision = ({ confirmed, opened }: Json) =>
		expect(page.getByText(/led to a ban or a pause/)).toContainText(`${confirmed} of ${opened} cases`);
	await followSidebar(page, 'Fraud check');
	await expect(theirs).toHaveCount(0);
	await followSidebar(page, 'Logs');
	await suspect(database, user.uid, [{ signal: 'velocity', points: 80, details: { completions: 60, hours: 24 } }]);
	await expectTheSafeguards(story);
	await colleague.call('adminPauseUser', { uid: user.uid, reason: 'We look at your account.' });
	await expectPrecision(await answerTo(page, 'adminGetFraudPrecision', () => followSidebar(page, 'Fraud check')));
	await expect(theirs).toContainText('80');
	await expect(theirs.getByText('Paused')).toBeVisible();
	await followSidebar(page, 'Logs');
	await colleague.call('adminHandleFraudCases', { uids: [user.uid], deed: 'close', reason: 'Nothing wrong.' });
	await followSidebar(page, 'Fraud check');
	await expect(theirs).toHaveCount(0);
	await followTab(page, 'Closed');
	await expect(theirs).toHaveCount(1);
	const { items } = await admin.call('adminGetFraudCases', { state: 'closed', uid: user.uid });
	expect(items).toHaveLength(1);
}

async function expectTheLogs({ page, product, admin, user }: Story): Promise<void> {
	const expectTheirs = async () => {
		const { items } = await admin.call('adminGetLog', { uid: user.uid });
		await expect(rowsOf(page)).toHaveText(items.map(({ what }: Json) => inOrder(what)));
		return items.length;
	};
	const signIn = () => send('POST', `${product.url}/auth/sign-in/email`, { email: user.email, password: PASSWORD });
	const open = async () => {
		await followSidebar(page, 'Logs');
		await filterBy(page, 'User ID', user.uid);
	};
	await open();
	const before = await expectTheirs();
	await followSidebar(page, 'Users');
	await signIn();
	const noted = async () => (await admin.call('adminGetLog', { uid: user.uid })).items.length;
	await expect.poll(noted).toBe(before + 1);
	await open();
	await expectTheirs();
	await page.getByLabel('Follow live').check();
	await signIn();
	await expect.poll(noted).toBe(before + 2);
	await expectTheirs();

	await user.earn('1.50', 'Came while the log was open');
	await followTab(page, 'Postbacks');
	await filterBy(page, 'User ID', user.uid);
	const { items } = await admin.call('adminFindCallbacks', { uid: user.uid });
	await expect(rowsOf(page)).toHaveText(items.map(({ outcome }: Json) => new RegExp(outcome, 'i')));
}

async function expectWhatWaits({ page, admin, colleague, user }: Story): Promise<void> {
	const proposed = { amount: 2_500, reason: `What was not paid, ${randomUUID()}.` };
	const theirs = rowWith(page, proposed.reason);
	const { id } = await colleague.call('adminAdjustBalance', { uid: user.uid, ...proposed, requestId: randomUUID() });
	await expectTheWork(page);
	await followSidebar(page, 'Recent actions');
	await followTab(page, 'Needs approval');
	await expect(theirs).toContainText(amount(proposed.amount));
	await followSidebar(page, 'Export');
	const refusal = 'They were paid by then.';
	await admin.call('adminDecideAdjustment', { uid: user.uid, id, approve: false, reason: refusal });
	await expectTheWork(page);
	await followSidebar(page, 'Recent actions');
	await expect(rowsOf(page).first()).toBeVisible();
	await filterBy(page, 'User ID', user.uid);
	const { items } = await admin.call('adminGetActions', { uid: user.uid });
	await expect(rowsOf(page)).toHaveCount(items.length);
	await expect(rowWith(page, refusal)).toHaveCount(1);
	await followTab(page, 'Needs approval');
	await expect(page.getByText(/One admin can move up to/)).toBeVisible();
	await expect(theirs).toHaveCount(0);
}

async function expectTheWork(page: Page): Promise<void> {
	const work = await answerTo(page, 'adminGetWaitingWork', () => followSidebar(page, 'Dashboard'));
	const waiting = page.getByRole('region', { name: 'Needs attention' });
	await expect(waiting).toHaveAttribute('aria-busy', 'false');
	const link = waiting.getByRole('link', { name: /adjustments? to approve/ });
	if (work.adjustments === 0) await expect(link).toHaveCount(0);
	else await expect(link).toContainText(String(work.adjustments));
}

async function expectTheDashboard({ page, user }: Story): Promise<void> {
	const earnings = page.getByRole('region', { name: 'Earnings', exact: true });
	for (const [figure, label] of ['Today', 'This month', 'Total'].entries()) {
		await user.earn('1.00');
		const refresh = () => earnings.getByRole('button', { name: `Refresh Earnings: ${label}` }).click();
		const { total } = await answerTo(page, /\/data\/earnings\/total/, refresh);
		await expect(earnings.getByRole('definition').nth(figure)).toHaveText(`$${total.toFixed(2)}`);
	}
	await followSidebar(page, 'Users');
	await user.earn('1.00');
	const walls = await answerTo(page, /\/data\/earnings\/by-offerwall/, () => followSidebar(page, 'Dashboard'));
	const shown = page.getByRole('region', { name: 'Offerwall earnings' });
	for (const { name, total } of walls) await expect(shown).toContainText(inOrder(name, `$${total.toFixed(2)}`));
}

async function expectTheOfferwalls({ page, colleague }: Story): Promise<void> {
	await followSidebar(page, 'Offerwalls');
	await followSidebar(page, 'Users');
	await colleague.call('adminSendTestPostback', { id: 'sandbox' });
	const walls = await answerTo(page, 'adminGetOfferwalls', () => followSidebar(page, 'Offerwalls'));
	for (const { id, name, minAge, callbacks } of walls) {
		const card = page.getByRole('region', { name, exact: true });
		const tests = callbacks.byOutcome.find(({ outcome }: Json) => outcome === 'test');
		expect(tests !== undefined || id !== 'sandbox').toBe(true);
		if (tests) await expect(card).toContainText(`${tests.count} test`);
		await expect(card.getByRole('definition').filter({ hasText: new RegExp(`^${minAge}$`) })).toBeVisible();
	}
}

async function expectTheStaff({ page, admin, colleague, database }: Story, product: Addresses): Promise<void> {
	const newcomer = await signUp(product);
	const email = `${randomUUID()}@example.com`;
	await followSidebar(page, 'Staff');
	await expect(rowWith(page, colleague.email)).toContainText('Owner');
	await expect(rowWith(page, newcomer.email)).toHaveCount(0);
	await followSidebar(page, 'Users');
	await makeAdmin(database, newcomer.uid);
	await colleague.call('adminInviteStaff', { email, role: 'viewer' });
	await followSidebar(page, 'Staff');
	await expect(rowWith(page, newcomer.email)).toContainText('Owner');
	await expect(rowWith(page, email)).toContainText('Viewer');
	const { staff } = await admin.call('adminGetStaff');
	expect(staff.map(({ uid }: Json) => uid)).toContain(newcomer.uid);
}

async function expectTheCodes({ page, colleague }: Story): Promise<void> {
	const code = `LINK${Date.now()}`;
	const reason = `For those who came by ${code}`;
	const promo = rowWith(page, code);
	await followSidebar(page, 'Promo codes');
	await expect(promo).toHaveCount(0);
	await followSidebar(page, 'Export');
	await colleague.call('adminCreatePromoCode', { code, amount: 1, usesMax: 1, reason });
	await expect(await exported(page, 'Promo codes')).toMatch(new RegExp(`${code}.*`));
	await followSidebar(page, 'Promo codes');
	await expect(promo).toContainText('Open');
	await followSidebar(page, 'Recent actions');
	await colleague.call('adminClosePromoCode', { code, reason });
	await followSidebar(page, 'Promo codes');
	await expect(promo).toContainText('Closed');
}

async function exported(page: Page, table: string): Promise<string> {
	await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: `Download ${table}`, exact: true }).click();
	let text = '';
	for await (const piece of await (await download).createReadStream()) text += piece;
	return text;
}

// spec: 4.fresh-pages
test('every admin page reached by links shows current server data', async ({ page, product, database, enter }) => {
	test.setTimeout(LONG_STORY_MS);
	const [{ user, account }, admin, colleague] = await Promise.all([
		readyToWithdraw(product),
		readyToWithdraw(product).then((ready) => ready.user),
		signUp(product),
	]);
	for (const { uid } of [admin, colleague]) await makeAdmin(database, uid);
	await enter(admin);
	let loads = 0;
	page.on('load', () => loads++);
	const story: Story = { page, product, database, admin, colleague, user, account };

	await followMenu(page, 'Admin Panel', 'Dashboard');
	await expectTheWithdrawals(story);
	await colleague.call('adminMessageUser', { uid: user.uid, message: 'It is paid.' });
	await expectTheUser(story);
	await expectTheFraudCheck(story);
	await expectTheLogs(story);
	await expectWhatWaits(story);
	await expectTheUser(story);
	await expectTheCodes(story);
	await expectTheStaff(story, product);
	await expectTheOfferwalls(story);
	await followSidebar(page, 'Dashboard');
	await expectTheDashboard(story);
	expect(loads).toBe(0);
});
