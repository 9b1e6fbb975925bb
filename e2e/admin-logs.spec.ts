import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { send } from '../test/json-client.ts';
import { enterAsAdmin } from './admin.ts';
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
	await page.getByRole('link', { name: 'Logs' }).click();
	await page.getByLabel('User id').fill(earner.uid);
	await page.getByLabel('User id').press('Enter');
	const signedIn = page.getByRole('row', { name: /Ways in.*\/auth\/sign-in\/email/ });
	await expect(page.getByRole('row', { name: /\/auth\/sign-up\/email/ })).toBeVisible();
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

	await page.getByLabel('Of', { exact: true }).selectOption('Vendor calls');
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
