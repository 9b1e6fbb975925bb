import { doDeed, doDeedByKeyboard, enterAsAdmin, LONG_STORY_MS } from './admin.ts';
import { readyToWithdraw } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

test('an admin bans and unbans a user and adjusts a balance, for the larger part of which a second one is needed', async ({
	page,
	browser,
	product,
	database,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const { earner, account } = await readyToWithdraw(product);
	const first = await enterAsAdmin(page, product, database);
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
	// The first cannot approve what is theirs, only take it back.
	await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
	await doDeed(page, { button: 'Take back', reason: 'A slip of the pen.', result: 'The proposal is taken back.' });
	await adjust('4000', '4000.00 R$ waits for a second admin');

	const context = await browser.newContext({ baseURL: product.url });
	const other = await context.newPage();
	const second = await enterAsAdmin(other, product, database);
	await other.getByRole('link', { name: /adjustments? to approve/ }).click();
	const proposal = other.getByRole('row', { name: new RegExp(account.name) });
	await expect(proposal).toContainText(first.email);
	await expectSound(other);
	const approve = proposal.getByRole('button', { name: 'Approve' });
	await doDeedByKeyboard(other, {
		button: approve,
		action: 'Approve',
		fields: ['Seen the survey.'],
		result: '4000.00 R$ booked.',
	});
	await expect(proposal).toHaveCount(0);
	await other.goto(`/admin/users/${earner.uid}`);
	await expect(other.getByRole('row', { name: /Added by an admin.*4127\.50/ })).toBeVisible();
	await other.goto(`/admin/actions?uid=${earner.uid}`);
	const approval = other.getByRole('row', { name: /Approve adjustment/ });
	await expect(approval).toContainText(second.email);
	await expect(other.getByRole('row', { name: /Unban/ })).toContainText('They explained it.');
	await expectSound(other);
	await context.close();
});
