import { expect, type Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { oneTimePassword } from '../../test/sites/one-time-password.ts';
import { ageSessions, ban, makeAdmin, pause } from '../support/database.ts';
import { expectSignedIn, openSignedIn } from '../support/journey.ts';
import { PASSWORD, readyToWithdraw, type TestUser } from '../support/user.ts';
import type { Walk } from '../support/walk.ts';
import { sendAdminLogin } from './walk-sign-in.ts';

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
	await expect(page.getByText('Choose a password with at least 8 characters.')).toBeVisible();
	await look('account-password', page);
	await page.getByRole('button', { name: 'Cancel' }).click();
	await ageSessions(database, user.uid, 11);
	await page.getByRole('button', { name: 'Change email' }).click();
	await page.getByLabel('New email address').fill('new@example.com');
	await page.getByRole('button', { name: 'Send the link' }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	await look('account-recent', page);
	await page.getByLabel('Your password').fill(PASSWORD);
	await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByText('We sent a link to new@example.com.')).toBeVisible();
	await page.getByRole('button', { name: 'Send the email again' }).click();
	await expect(page.getByText('Open its link within 24 hours.')).toBeVisible();
	await look('account-sent', page);
	await walkAdmin(page, user, database, look);
	await pause(database, user.uid, 'we are looking at your last offers.');
	await page.goto('/withdraw');
	await expect(page.getByRole('main').getByText('Withdrawals are paused')).toBeVisible();
	await look('paused', page);
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
	await expect(page.getByText('Your authenticator app is set up.')).toBeVisible();
	await look('authenticator-on', page);
	const handOff = await user.handOffAddress();
	await page.getByRole('button', { name: /account menu/i }).click();
	await look('account-menu', page);
	await page.getByRole('button', { name: 'Sign out', exact: true }).click();
	// Wait for the sign-out request, which navigation would abort.
	await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();
	await page.goto('/admin/login');
	await sendAdminLogin(page, user.email);
	await expect(page.getByLabel('Code from your authenticator app')).toBeVisible();
	await look('admin-login-code', page);
	await page.goto(handOff);
	await expectSignedIn(page);
	await page.goto('/admin');
	await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
	await look('second-step', page);
}

/** @returns the secret for the app. */
export async function beginAuthenticator(page: Page): Promise<string> {
	await page.getByRole('button', { name: 'Set up' }).click();
	await page.getByLabel('Your password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
	return ((await page.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
}

export async function giveCode(page: Page, code: string): Promise<void> {
	await page.getByLabel('Code from your authenticator app').fill(code);
	await page.getByRole('button', { name: 'Continue' }).click();
}

export async function openAccount(page: Page): Promise<void> {
	await openSignedIn(page, '/account');
	await expect(page.getByRole('heading', { name: 'Your devices' })).toBeVisible();
	await expect(page.getByText('This device')).toBeVisible();
}
