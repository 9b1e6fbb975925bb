import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { sql } from 'kysely';
import { enterAsAdmin, LONG_STORY_MS, sidebarOf } from './admin.ts';
import { adminReads, type Read } from './admin-reads.ts';
import { withdraw } from './admin-work.ts';
import { readyToWithdraw, signUp } from './earner.ts';
import { handOn, hands } from './hand.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

/** Where the admin area reads from, without the answer's own sentence: then the page has to have one. */
const READS = /\/(api\/admin(Get|Find)\w+|data\/(users\/active|earnings\/by-offerwall))(\?|$)/;
const refuse = (route: Route) =>
	route.fulfill({ status: 503, json: { error: { status: 'UNAVAILABLE', message: 'UNAVAILABLE' } } });

const alertOf = (page: Page, said: string) => page.getByRole('alert').filter({ hasText: said });

test('every list and card of the admin area has a line about what it says when it cannot be read', async () => {
	const folder = join(import.meta.dirname, '../web/admin');
	const files = (await readdir(folder)).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
	const source = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
	const calls = source.matchAll(/(?:useAdminQuery|useAdminPages|call)\(\s*'(admin(?:Get|Find)\w+)'/g);
	const addresses = source.matchAll(/readData\(\s*[`'](\/data\/[a-z/-]+)/g);
	const read = new Set([...calls, ...addresses].map(([, name = '']) => name));
	const listed = Object.values(adminReads).flatMap((places) => Object.values(places).flat());
	// These three have journeys of their own, here and beside the dashboard's.
	const others = ['/data/earnings/total', '/data/users/count', '/data/admin/export/'];
	expect([...read].sort()).toEqual([...new Set([...listed.map(({ name }) => name), ...others])].sort());
});

for (const [place, addresses] of Object.entries(adminReads)) {
	test(`what cannot be read of ${place} says so, is read again when asked, and leaves the rest as it is`, async ({
		page,
		product,
		database,
		trouble,
	}) => {
		test.setTimeout(LONG_STORY_MS);
		trouble.expect('503 ');
		const { earner, account } = await readyToWithdraw(product);
		const orderId = place === 'the withdrawals' ? await withdraw(earner, account) : '';
		await enterAsAdmin(page, product, database);
		const { away, answers } = await standBetween(page);
		for (const [n, [pattern, reads]] of Object.entries(addresses).entries()) {
			answers.clear();
			for (const { name } of reads) away.add(name);
			await page.goto(pattern.replace(':uid', earner.uid).replace(':order', orderId));
			const hand = hands[n % hands.length] ?? 'mouse';
			for (const read of reads) {
				if (read.after) await handOn(page, hand).press(page.getByRole('main').getByText(read.after, { exact: true }));
				const alert = alertOf(page, read.said);
				await expect(alert, pattern).toBeVisible();
				await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
				await expect(sidebarOf(page)).toBeVisible();
				if (n === 0 && read === reads[0]) await expectSound(page);
				away.delete(read.name);
				if (read.answer !== undefined) answers.set(read.name, read.answer);
				await handOn(page, hand).press(alert.getByRole('button', { name: 'Try again' }));
				await expect(alert).toHaveCount(0);
				await expect(page.getByRole('main').getByText(read.shows).first(), pattern).toBeVisible();
			}
		}
	});
}

/** Answers in the server's place: `away` with a refusal, `answers` with themselves; the rest goes through. */
async function standBetween(page: Page): Promise<{ away: Set<string>; answers: Map<string, Read['answer']> }> {
	const away = new Set<string>();
	const answers = new Map<string, Read['answer']>();
	await page.route(READS, (route) => {
		const { pathname } = new URL(route.request().url());
		const name = pathname.replace(/^\/api\//, '');
		if (away.has(name)) return refuse(route);
		if (!answers.has(name)) return route.fallback();
		const answer = answers.get(name);
		return route.fulfill({ json: name === pathname ? answer : { result: answer } });
	});
	return { away, answers };
}

test('a further page that cannot be read leaves what is there, and the filter is whole again with the list', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('503 POST /api/adminGetActions');
	await enterAsAdmin(page, product, database);
	let isAway = true;
	const action = (id: string) => ({ id, at: 1, actor: null, action: 'ban', user: null, reason: `Reason ${id}.` });
	const kept = { before: null, after: null, ip: null, more: {} };
	await page.route('**/api/adminGetActions', (route) => {
		if (isAway) return refuse(route);
		const { cursor } = route.request().postDataJSON().data;
		const [id, nextCursor] = cursor ? ['1', null] : ['2', 'further'];
		return route.fulfill({ json: { result: { items: [{ ...action(id), ...kept }], nextCursor, actions: ['ban'] } } });
	});
	await page.goto('/admin/actions');
	const alert = alertOf(page, 'The actions could not be read.');
	const tryAgain = alert.getByRole('button', { name: 'Try again' });
	await expect(alert).toBeVisible();
	isAway = false;
	await tryAgain.click();
	await expect(page.getByRole('row', { name: /Reason 2/ })).toBeVisible();
	await expect(page.getByLabel('Action', { exact: true }).locator('option')).toHaveText(['All actions', 'Ban']);
	isAway = true;
	await page.getByRole('button', { name: 'Load more' }).click();
	await expect(alert).toBeVisible();
	await expect(page.getByRole('row', { name: /Reason 2/ })).toBeVisible();
	await expectSound(page);
	isAway = false;
	await tryAgain.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('row', { name: /Reason 1/ })).toBeVisible();
	await expect(page.getByRole('row', { name: /Reason 2/ })).toBeVisible();
	await expect(alert).toHaveCount(0);
});

test('a log that is followed says when it no longer can be, and goes on by itself', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('503 POST /api/adminGetLog');
	const orderId = `W-${randomUUID()}`;
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/logs?orderId=${orderId}`);
	await expect(page.getByText('Nothing of this kind happened.')).toBeVisible();
	await page.getByLabel('Follow live').check();
	await page.route('**/api/adminGetLog', refuse);
	await expect(alertOf(page, 'The log could not be read.')).toBeVisible();
	await sql`
		insert into log_entries (at, source, what, outcome, order_id) values (now(), 'vendor', 'meanwhile', 'done', ${orderId})
	`.execute(database);
	await page.unroute('**/api/adminGetLog');
	await expect(page.getByRole('row', { name: /meanwhile/ })).toBeVisible();
	await expect(alertOf(page, 'The log could not be read.')).toHaveCount(0);
});

test('an export that is refused says so, and can be asked for again', async ({ page, product, database, trouble }) => {
	test.slow();
	trouble.expect('503 GET /data/admin/export/actions.csv');
	await enterAsAdmin(page, product, database);
	await page.goto('/admin/export');
	await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
	await page.route('**/data/admin/export/*', refuse);
	const button = page.getByRole('button', { name: 'Download Actions' });
	await button.click();
	const alert = alertOf(page, 'The export broke off. What was saved is not complete.');
	await expect(alert).toBeVisible();
	await page.unroute('**/data/admin/export/*');
	await button.click();
	await expect(page.getByRole('status').filter({ hasText: 'Saved actions.csv' })).toBeVisible();
	await expect(alert).toHaveCount(0);
});

test('an action whose answer is lost keeps what was typed, and done again it is done once', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('503 POST /api/adminAdjustBalance', '503 POST /api/adminSendTestPostback');
	const user = await signUp(product);
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/users/${user.uid}`);
	await page.route('**/api/adminAdjustBalance', async (route) => {
		await route.fetch();
		await refuse(route);
	});
	const hand = handOn(page, 'mouse');
	await hand.press(page.getByRole('button', { name: 'Adjust balance' }));
	await hand.fillIn(['7.50', 'A survey paid less than it said.']);
	const dialog = page.getByRole('dialog');
	const adjust = dialog.getByRole('button', { name: 'Adjust balance' });
	await adjust.click();
	await expect(dialog.getByRole('alert')).toContainText('No answer came that tells whether it was done.');
	await expect(dialog.getByLabel('Amount in R$')).toHaveValue('7.50');
	await expect(dialog.getByLabel('Reason')).toHaveValue('A survey paid less than it said.');
	await page.unroute('**/api/adminAdjustBalance');
	await adjust.click();
	await expect(dialog.getByText('7.50 R$ booked.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();
	await expect(page.getByRole('row', { name: /Added by an admin.*7\.50/ })).toHaveCount(1);
	expect(await user.balance()).toBe(7.5);

	await page.goto('/admin/offerwalls');
	await page.route('**/api/adminSendTestPostback', refuse);
	await page.getByRole('button', { name: 'Send a test postback' }).click();
	await expect(page.getByText('No answer came that tells whether it was done.')).toBeVisible();
});
