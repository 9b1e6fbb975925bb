import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { send } from '../test/json-client.ts';
import { enterAsAdmin, sidebarOf } from './admin.ts';
import { withdraw } from './admin-work.ts';
import { type Earner, PASSWORD, readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';
import type { Addresses } from './product.ts';

async function signIn({ url }: Addresses, { email }: Earner): Promise<void> {
	expect((await send('POST', `${url}/auth/sign-in/email`, { email, password: PASSWORD })).status).toBe(200);
}

test('an admin follows the log live, narrows it down, and gets from a line to its user and its order', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const { earner, account } = await readyToWithdraw(product);
	const orderId = await withdraw(earner, account);
	const admin = await enterAsAdmin(page, product, database);
	await sidebarOf(page).getByRole('link', { name: 'Logs' }).click();
	await page.getByLabel('User id').fill(earner.uid);
	await page.getByLabel('User id').press('Enter');
	// By name: for a moment everybody else's rows are still there.
	const theirs = (source: string, what: string) =>
		page.getByRole('row', { name: new RegExp(`${source} \\S*${what}.* ${account.name}`) });
	const signedIn = theirs('Ways in', '/auth/sign-in/email');
	await expect(theirs('Ways in', '/auth/sign-up/email')).toBeVisible();
	await expect(signedIn).toHaveCount(0);
	await expectSound(page);
	const follow = page.getByLabel('Follow live');
	await follow.check();
	await signIn(product, earner);
	await expect(signedIn).toHaveCount(1);

	// What comes while nobody follows is made up for.
	await follow.uncheck();
	await signIn(product, earner);
	const known = async () => (await admin.call('adminGetLog', { uid: earner.uid, source: 'sign-in' })).items.length;
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

	await page.goto(`/admin/logs?show=callbacks&uid=${earner.uid}`);
	const booked = page.getByRole('row', { name: /booked/ });
	await expect(booked).toHaveCount(1);
	await page.getByLabel('Follow live').focus();
	await page.keyboard.press('Space');
	await earner.earn('3.00');
	await expect(booked).toHaveCount(2);
});

test('an admin who follows a log in which much happens at once misses nothing of it', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const orderId = `W-${randomUUID()}`;
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/logs?orderId=${orderId}`);
	await expect(page.getByText('Nothing of this kind happened.')).toBeVisible();
	await page.getByLabel('Follow live').check();
	await sql`
		insert into log_entries (at, source, what, outcome, order_id)
		select now(), 'vendor', 'step ' || n, 'done', ${orderId} from generate_series(1, 120) n
	`.execute(database);
	await expect(page.getByRole('row', { name: /step 120/ })).toBeVisible();
	for (const shown of [50, 100]) {
		await expect(page.getByRole('row', { name: /step/ })).toHaveCount(shown);
		await page.getByRole('button', { name: 'Load more' }).click();
	}
	await expect(page.getByRole('row', { name: /step/ })).toHaveCount(120);
	await expect(page.getByRole('row', { name: /step 1 / })).toBeVisible();
});

test('a line of each kind leads to whose it is, and the filters leave what they say', async ({
	page,
	product,
	database,
}) => {
	test.slow();
	const { earner, account } = await readyToWithdraw(product);
	const orderId = await withdraw(earner, account);
	await expect(earner.call('adminGetUsers')).rejects.toThrow('PERMISSION_DENIED');
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/logs?uid=${earner.uid}`);
	// What is noted is there a second later.
	await page.getByLabel('Follow live').check();
	const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
	const theirPage = `/admin/users/${earner.uid}`;
	for (const [kind, what] of Object.entries({
		'Ways in': '/auth/sign-up/email',
		Refusals: '/api/adminGetUsers',
		'Vendor calls': 'create',
		Mails: 'verify-email',
	})) {
		await page.getByLabel('Source').selectOption(kind);
		await page.getByRole('button', { name: 'Apply filters' }).click();
		const row = rows.filter({ hasText: what }).filter({ hasText: account.name });
		await expect(rows.filter({ hasNotText: kind })).toHaveCount(0);
		await expect(row).toHaveCount(1);
		await expect(row.getByRole('link', { name: account.name })).toHaveAttribute('href', theirPage);
		const order = row.getByRole('link', { name: orderId });
		await expect(order).toHaveCount(kind === 'Vendor calls' ? 1 : 0);
	}
	await page.getByLabel('Source').selectOption('Everything');
	await page.getByLabel('Outcome').selectOption('What did not go well');
	await page.getByRole('button', { name: 'Apply filters' }).click();
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText('permission-denied');

	await page.getByRole('navigation', { name: 'Log' }).getByRole('link', { name: 'Postbacks' }).click();
	const apply = async (outcome: string) => {
		await page.getByLabel('User id').fill(earner.uid);
		await page.getByLabel('Outcome').selectOption(outcome);
		await page.getByRole('button', { name: 'Apply filters' }).click();
	};
	await apply('bad-signature');
	await expect(page.getByText('No partner called like this.')).toBeVisible();
	await apply('booked');
	await expect(rows).toHaveCount(1);
	await expect(rows.getByRole('link', { name: earner.uid.slice(0, 8) })).toHaveAttribute('href', theirPage);
});
