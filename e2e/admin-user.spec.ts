import { doDeed, enterAsAdmin } from './admin.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

test('an admin bans and unbans a user and adjusts a balance, for the larger part of which a second one is needed', async ({
	page,
	browser,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('403 POST /api/adminDecideAdjustment');
	const { earner, account } = await readyToWithdraw(product);
	await enterAsAdmin(page, product, database);
	await page.goto(`/admin/users/${earner.uid}`);
	await expect(page.getByRole('heading', { name: account.name, level: 1 })).toBeVisible();
	await expect(page.getByRole('row', { name: /Offer credited.*120\.00/ })).toBeVisible();
	await expectSound(page);

	await doDeed(page, { button: 'Ban', reason: 'Several accounts.', result: 'They are banned.' });
	await expect(page.getByText('Banned: Several accounts.')).toBeVisible();
	await expect(page.getByText('Nowhere at the moment.')).toBeVisible();
	await doDeed(page, { button: 'Unban', reason: 'They explained it.', result: 'They can sign in again.' });
	await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible();

	const adjust = (amount: string, result: string) =>
		doDeed(page, { button: 'Adjust balance', reason: 'A survey paid less than it said.', result }, (dialog) =>
			dialog.getByLabel('Amount in R$').fill(amount),
		);
	await adjust('7.50', '7.50 R$ booked.');
	await expect(page.getByRole('row', { name: /Added by an admin.*127\.50/ })).toBeVisible();
	await adjust('5000', '5000.00 R$ waits for a second admin');
	await expect(page.getByRole('heading', { name: 'Waiting for a second admin' })).toBeVisible();
	// The first cannot approve what is theirs.
	await page.getByRole('button', { name: 'Approve' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Reason').fill('Me too.');
	await dialog.getByRole('button', { name: 'Approve' }).click();
	await expect(dialog.getByText('Another admin has to approve')).toBeVisible();
	await dialog.getByRole('button', { name: 'Cancel' }).click();

	const context = await browser.newContext({ baseURL: product.url });
	const other = await context.newPage();
	const second = await enterAsAdmin(other, product, database);
	await other.goto(`/admin/users/${earner.uid}`);
	await doDeed(other, { button: 'Approve', reason: 'Seen the survey.', result: '5000.00 R$ booked.' });
	await expect(other.getByRole('row', { name: /Added by an admin.*5127\.50/ })).toBeVisible();
	await other.goto(`/admin/actions?uid=${earner.uid}`);
	const approval = other.getByRole('row', { name: /approve-adjustment/ });
	await expect(approval).toContainText(second.email);
	await expect(other.getByRole('row', { name: /unban/ })).toContainText('They explained it.');
	await expectSound(other);
	await context.close();
});
