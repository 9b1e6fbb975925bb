import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { oneTimePassword } from '../../test/sites/one-time-password.ts';
import { ageSessions, ban, makeAdmin, pause } from '../support/database.ts';
import { expectSignedIn, type Walk } from '../support/journey.ts';
import { linkTo } from '../support/mailbox.ts';
import type { Addresses } from '../support/product.ts';
import {
	beginAuthenticator,
	fillBirthDate,
	fillSignUp,
	giveCode,
	openAccount,
	sendAdminLogin,
	sendSignIn,
	signOut,
} from '../support/sign-in.ts';
import { PASSWORD, readyToWithdraw, type TestUser } from '../support/test-user.ts';

export async function walkAccount({ context, product, database, look }: Walk): Promise<void> {
	const { user } = await readyToWithdraw(product);
	const page = await context.newPage();
	await page.goto(await user.handOffAddress());
	await expect(page.getByLabel('Game')).toBeEnabled();
	await openAccount(page);
	await look('account', page);
	await page.getByRole('button', { name: 'Change password' }).click();
	await page.getByLabel('Current password').fill('something else');
	await page.getByLabel('New password').fill('short');
	await page.locator('form').getByRole('button', { name: 'Change password' }).click();
	await look('account-password', page.getByText('Choose a password with at least 8 characters.'));
	await page.getByRole('button', { name: 'Cancel' }).click();
	await ageSessions(database, user.uid, 11);
	await page.getByRole('button', { name: 'Change email' }).click();
	await page.getByLabel('New email address').fill('new@example.com');
	await page.getByRole('button', { name: 'Send the link' }).click();
	await look('account-recent', page.getByRole('dialog'));
	await page.getByLabel('Your password').fill(PASSWORD);
	await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByText('We sent a link to new@example.com.')).toBeVisible();
	await page.getByRole('button', { name: 'Send the email again' }).click();
	await look('account-sent', page.getByText('Open its link within 24 hours.'));
	await walkAdmin(page, user, database, look);
	await pause(database, user.uid, 'we are looking at your last offers.');
	await page.goto('/withdraw');
	await look('paused', page.getByRole('main').getByText('Withdrawals are paused'));
	await ban(database, user.uid, 'Three chargebacks.');
	await expect(page.getByRole('alert')).toContainText('Your account is banned');
	await look('banned', page);
	await page.close();
}

async function walkAdmin(page: Page, user: TestUser, database: Database, look: Walk['look']): Promise<void> {
	await makeAdmin(database, user.uid);
	await openAccount(page);
	const secret = await beginAuthenticator(page);
	await look('authenticator', page);
	await giveCode(page, oneTimePassword(`otpauth://totp/x?secret=${secret}`));
	await look('authenticator-on', page.getByText('Your authenticator app is set up.'));
	const handOff = await user.handOffAddress();
	await page.getByRole('button', { name: /account menu/i }).click();
	await look('account-menu', page);
	await page.getByRole('button', { name: 'Sign out', exact: true }).click();
	// Wait for the sign-out request, which navigation would abort.
	await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();
	await page.goto('/admin/login');
	await sendAdminLogin(page, user.email);
	await look('admin-login-code', page.getByLabel('Code from your authenticator app'));
	await page.goto(handOff);
	await expectSignedIn(page);
	await page.goto('/admin');
	await look('second-step', page.getByRole('heading', { name: 'Second step' }));
}

export async function walkSignIn({ context, product, look }: Omit<Walk, 'database'>): Promise<void> {
	const page = await context.newPage();
	const email = `${randomUUID().slice(0, 8)}@example.com`;
	await submitSignUp(page, email, product, look);
	await confirmEmail(page, email, product, look);
	await signOut(page);
	await signIn(page, email, product, look);
	await signOut(page);
	await resetPassword(page, email, product, look);
	await signInWithGoogle(page, product, look);
	await page.close();
}

async function submitSignUp(page: Page, email: string, { url }: Addresses, look: Walk['look']): Promise<void> {
	await page.goto(`${url}/sign-up`);
	const submit = page.getByRole('button', { name: 'Create account' });
	await look('sign-up', submit);
	await submit.click();
	await look('sign-up-incomplete', page.getByText('Enter your date of birth.'));
	await fillSignUp(page, { email, password: 'password1' });
	await submit.click();
	await look('sign-up-common-password', page.getByText('This password is too common'));
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await submit.click();
	await look('sign-up-done', page.getByText(`open the link we sent to ${email}`));
	await page.goto(`${url}/login`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You're signed in as ${email}.`);
	await look('login-signed-in', page);
	await page.goto(`${url}/login?next=/delete-account&again=1`);
	await expect(page.getByLabel('Email address')).toHaveValue(email);
	await page.getByRole('button', { name: 'Sign in', exact: true }).scrollIntoViewIfNeeded();
	await look('login-again', page);
}

async function confirmEmail(page: Page, email: string, product: Addresses, look: Walk['look']): Promise<void> {
	const link = await linkTo(product, email, '/verify-email');
	await page.goto(link);
	const confirm = page.getByRole('button', { name: 'Confirm my email address' });
	await expect(confirm).toBeVisible();
	expect(page.url()).toBe(`${product.url}/verify-email`);
	await look('verify-email', page);
	await confirm.click();
	await look('verify-email-done', page.getByText(`${email} is confirmed.`));
	await page.goto('about:blank');
	await page.goto(link);
	await confirm.click();
	await look('verify-email-used', page.getByRole('button', { name: 'Send a new link' }));
	await page.goto(`${product.url}/verify-email`);
	await look('verify-email-without-link', page.getByText('The link is missing'));
}

async function signIn(page: Page, email: string, { url }: Addresses, look: Walk['look']): Promise<void> {
	await page.goto(`${url}/login`);
	await look('login-top', page.getByRole('button', { name: 'Sign in', exact: true }));
	await sendSignIn(page, email, 'not the password');
	await look('login-refused', page.getByRole('alert'));
	await sendSignIn(page, email);
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

async function resetPassword(page: Page, email: string, product: Addresses, look: Walk['look']): Promise<void> {
	await page.goto(`${product.url}/login`);
	await page.getByRole('link', { name: 'Forgot your password?' }).click();
	await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
	await page.getByLabel('Email address').fill(email);
	await look('reset-password', page);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await look('reset-password-mailed', page.getByText(`If there is an account for ${email}`));
	const link = await linkTo(product, email, '/reset-password#');
	await page.goto(link);
	await page.getByLabel('New password').fill('short');
	await page.getByRole('button', { name: 'Save new password' }).click();
	await expect(page.getByLabel('New password')).toBeFocused();
	expect(page.url()).toBe(`${product.url}/reset-password`);
	await page.getByLabel('New password').fill('another long password');
	await page.getByRole('button', { name: 'Show password' }).click();
	await look('reset-password-new', page);
	await page.getByRole('button', { name: 'Save new password' }).click();
	await look('reset-password-done', page.getByText('Your password was changed'));
	await page.goto(link);
	await page.getByLabel('New password').fill('another long password');
	await page.getByRole('button', { name: 'Save new password' }).click();
	await look('reset-password-used', page.getByRole('link', { name: 'Request a new link' }));
}

async function signInWithGoogle(page: Page, { url }: Addresses, look: Walk['look']): Promise<void> {
	const start = page.getByRole('button', { name: 'Continue with Google' });
	await page.goto(`${url}/login`);
	await start.click();
	await page.getByRole('button', { name: 'Cancel' }).click();
	await look('login-google-cancelled', page.getByText('The Google sign-in was cancelled.'));
	await start.click();
	await page.getByLabel('Another account').fill(`${randomUUID().slice(0, 8)}@gmail.example`);
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await look('sign-up-age', page.getByRole('heading', { name: 'One more question' }));
	await fillBirthDate(page, String(new Date().getUTCFullYear() - 9));
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await look('sign-up-age-refused', page.getByText("You can't open an account yet."));
}
