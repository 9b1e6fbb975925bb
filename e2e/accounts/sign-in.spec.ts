import { expect, test } from '../support/journey.ts';
import { readyToWithdraw, signUp } from '../support/user.ts';
import { sendSignIn } from '../walks/walk-sign-in.ts';

// spec: 1.password-sign-in
test('a password sign-in opens the withdraw page in all tabs, and a second sign-in switches the user', async ({
	page,
	context,
	product,
	trouble,
}) => {
	trouble.expect('401 POST /auth/sign-in/email');
	const [{ user, account }, other] = await Promise.all([readyToWithdraw(product), signUp(product)]);
	await other.earn('7.00');
	const tab = await context.newPage();
	await tab.goto('/');
	await page.goto('/');
	await page.goto('/login');
	await sendSignIn(page, ` ${user.email.toUpperCase()} `);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	for (const each of [page, tab]) {
		await expect(each.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
	}
	await page.goBack();
	expect(page.url()).toBe(`${product.url}/`);

	await page.goto('/login?next=/offer-history&again=1');
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
	await expect(page.getByLabel('Email address')).toHaveValue(user.email);
	await sendSignIn(page, user.email, 'not the password');
	await expect(page.getByRole('alert')).toBeVisible();
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
	await sendSignIn(page, other.email);
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	for (const each of [page, tab]) {
		await expect(each.getByRole('banner').getByRole('status')).toContainText('7.00 R$');
	}
	await expect(page.getByRole('row').filter({ hasText: '7.00 R$' })).toBeVisible();
});
