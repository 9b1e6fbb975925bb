import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { linkTo } from '../support/mailbox.ts';
import { sendSignIn } from '../walks/walk-sign-in.ts';

const NEW_PASSWORD = 'another long password';

async function requestEmail(page: Page, email: string): Promise<void> {
	await page.getByLabel('Email address').fill(email);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await expect(page.getByText(`If there is an account for ${email}, we've sent it a link.`)).toBeVisible();
}

async function savePassword(page: Page, password: string): Promise<void> {
	await page.getByLabel('New password').fill(password);
	await page.getByRole('button', { name: 'Save new password' }).click();
}

test('an invalid link offers a new one; a mailed reset changes the password and ends all sessions', async ({
	page,
	browser,
	product,
	trouble,
	enterReady,
}) => {
	trouble.expect('400 POST /auth/reset-password', '401 POST /auth/sign-in/email', '401 GET /auth/token');
	trouble.expect('401 GET ');
	await page.goto('/reset-password');
	await expect(page.getByLabel('Email address')).toBeVisible();
	await page.evaluate(() => location.assign('/reset-password#code=made-up'));
	await savePassword(page, NEW_PASSWORD);
	expect(page.url()).toBe(`${product.url}/reset-password`);
	await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeFocused();
	await page.getByRole('button', { name: 'Request a new link' }).click();
	await expect(page.getByLabel('Email address')).toBeVisible();

	const { user } = await enterReady();
	const elsewhere = await (await browser.newContext({ baseURL: product.url })).newPage();
	await openSignedIn(elsewhere, await user.handOffAddress());

	await page.goto('/reset-password');
	await requestEmail(page, user.email);
	await page.goto(await linkTo(product, user.email, '/reset-password#code='));
	await expect(page.getByLabel('New password')).toBeVisible();
	expect(page.url()).toBe(`${product.url}/reset-password`);
	await savePassword(page, 'short');
	await expect(page.getByLabel('New password')).toBeFocused();
	await savePassword(page, 'password123');
	await expect(page.getByText(/This password is too common/)).toBeVisible();
	await savePassword(page, NEW_PASSWORD);
	await expect(page).toHaveURL(`${product.url}/login`);
	await expect(page.getByText('Your password was changed, and all devices were signed out.')).toBeVisible();
	await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();

	await elsewhere.goto('/withdraw');
	await expect(elsewhere).toHaveURL(`${product.url}/`);
	await elsewhere.context().close();

	await sendSignIn(page, user.email);
	await expect(page.getByRole('alert')).toHaveText('The email address or password is wrong. Check both and try again.');
	await sendSignIn(page, user.email, NEW_PASSWORD);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
});
