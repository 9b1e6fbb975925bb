import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signUp } from '../support/earner.ts';
import { expect, test } from '../support/journey.ts';
import { linkTo } from '../support/mailbox.ts';
import { fillSignUp, sendSignIn } from '../walks/walk-sign-in.ts';

const newEmail = () => `${randomUUID()}@example.com`;
const childhood = String(new Date().getUTCFullYear() - 9);
const submit = (page: Page) => page.getByRole('button', { name: 'Create account' });
const isConfirmed = (page: Page) =>
	page.evaluate(async () => (await (await fetch('/auth/account')).json()).emailVerified as boolean);

test('signing up signs in, and the mailed link confirms the address when it is clicked', async ({ page, product }) => {
	const email = newEmail();
	await page.goto('/login');
	await page.getByRole('link', { name: 'Create an account' }).click();
	await fillSignUp(page, { email });
	await submit(page).click();
	await expect(page).toHaveURL(`${product.url}/withdraw`);
	await expect(page.getByRole('dialog', { name: /Roblox/ })).toBeVisible();
	await page.getByRole('button', { name: 'Close' }).click();
	await expect(page.getByText(`We have sent a mail to ${email}`)).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('0.00 R$');

	await page.goto(await linkTo(product, email, '/verify-email#code='));
	await expect(page.getByRole('button', { name: 'Confirm my e-mail address' })).toBeVisible();
	expect(page.url()).toBe(`${product.url}/verify-email`);
	expect(await isConfirmed(page)).toBe(false);
	await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
	expect(await isConfirmed(page)).toBe(true);
	await page.getByRole('main').getByRole('link', { name: 'Withdraw Robux' }).click();
	await expect(page.getByText('We have sent a mail')).toBeHidden();
});

test('a confirmation link that was used says so, and a guest is led to a new one', async ({
	page,
	browser,
	product,
	trouble,
}) => {
	trouble.expect('400 POST /auth/verify-email');
	const { email } = await signUp(product);
	const link = await linkTo(product, email, '/verify-email#code=');
	const first = await browser.newPage();
	await first.goto(link);
	await first.getByRole('button', { name: 'Confirm my e-mail address' }).click();
	await expect(first.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
	await first.close();

	await page.goto(link);
	await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
	await expect(page.getByRole('heading', { name: 'This link was used already' })).toBeFocused();
	await page.getByRole('link', { name: 'Sign in for a new link' }).click();
	await sendSignIn(page, email);
	await expect(page).toHaveURL(`${product.url}/verify-email`);
	await page.getByRole('button', { name: 'Send me a new link' }).click();
	await expect(page.getByText('Your e-mail address is confirmed already.')).toBeVisible();
});

test('whoever is too young is refused without a hint, and no other date helps', async ({ page, trouble }) => {
	trouble.expect('403 POST /auth/sign-up/email', '401 POST /auth/sign-in/email');
	const email = newEmail();
	await page.goto('/sign-up');
	await expect(submit(page)).toBeVisible();
	await expect(page.getByRole('main')).not.toContainText(/\b1[368]\b|older|under|years|\bage\b/i);
	await fillSignUp(page, { email, year: childhood });
	await submit(page).click();
	await expect(page.getByRole('heading', { name: 'We cannot make an account for you.' })).toBeFocused();
	await expect(submit(page)).toBeHidden();
	await expect(page.getByRole('main')).not.toContainText(/\d|older|under|years|\bage\b|birth/i);

	await page.reload();
	await fillSignUp(page, { email, year: '1990' });
	await submit(page).click();
	await expect(page.getByText('We cannot make an account for you.')).toBeVisible();
	await page.goto('/login');
	await sendSignIn(page, email);
	await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.');
});
