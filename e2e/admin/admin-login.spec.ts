import type { Page } from '@playwright/test';
import { oneTimePassword } from '../../test/sites/one-time-password.ts';
import { ageSessions } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import {
	beginAuthenticator,
	enterAsAdmin,
	giveCode,
	openAccount,
	sendAdminLogin,
	signOut,
} from '../support/sign-in.ts';
import { PASSWORD, type TestUser } from '../support/test-user.ts';

/** A code works once, and the server accepts one step before and after. Steps of 30 s allow several codes. */
const codeOf = (secret: string, steps = 0) =>
	oneTimePassword(`otpauth://totp/x?secret=${secret}`, Date.now() + steps * 30_000);

async function logIn(page: Page, { email }: TestUser): Promise<void> {
	await page.goto('/admin/login');
	await sendAdminLogin(page, email);
}

async function inAdminArea(page: Page): Promise<void> {
	await expect(page).toHaveURL(/\/admin$/);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
	await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

// spec: 6.admin
test('an admin sets up the authenticator, signs in with it and removes it', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('401 POST /auth/two-factor/verify-totp', '403 POST /auth/two-factor/enable');
	const admin = await enterAsAdmin(page, product, database);
	await inAdminArea(page);
	await openAccount(page);
	await ageSessions(database, admin.uid, 11);
	const secret = await beginAuthenticator(page);
	const list = page.getByRole('list', { name: 'Recovery codes' });
	const recoveryCodes = await list.getByRole('listitem').allTextContents();
	expect(recoveryCodes).toHaveLength(10);
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download as a file' }).click();
	expect((await download).suggestedFilename()).toBe('lootpass-recovery-codes.txt');
	await giveCode(page, '000000');
	await expect(page.getByText('This code is wrong.')).toBeVisible();
	await giveCode(page, codeOf(secret));
	await expect(page.getByText('Your authenticator app is set up.')).toBeVisible();
	await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeFocused();
	await page.goto('/admin');
	await inAdminArea(page);
	await signOut(page);

	await logIn(page, admin);
	await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
	await page.goto('/admin');
	await expect(page).toHaveURL(`${product.url}/admin/login`);
	await logIn(page, admin);
	await giveCode(page, codeOf(secret, 1));
	await inAdminArea(page);

	await openAccount(page);
	await page.getByRole('button', { name: 'New codes' }).click();
	await page.getByLabel('Your password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Create new codes' }).click();
	await expect(list.getByRole('listitem')).toHaveCount(10);
	await expect(list.getByText(recoveryCodes[0] ?? '')).toHaveCount(0);
	await page.getByRole('button', { name: "I've saved them" }).click();
	await expect(list).toBeHidden();
	await page.getByRole('button', { name: 'Remove' }).click();
	await page.getByLabel('Your password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Remove the app' }).click();
	await expect(page.getByText('Your authenticator app was removed.')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a passkey is added, signs in to the site and the admin area, and is removed', async ({
	page,
	product,
	database,
	trouble,
}) => {
	test.slow();
	trouble.expect('403 POST /auth/passkey/options', '401 POST /auth/sign-in/passkey');
	const client = await page.context().newCDPSession(page);
	await client.send('WebAuthn.enable');
	await client.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
			...{ isUserVerified: true, automaticPresenceSimulation: true },
		},
	});
	const admin = await enterAsAdmin(page, product, database);
	await openAccount(page);
	await ageSessions(database, admin.uid, 11);
	const section = page.getByRole('region', { name: 'Passkeys' });
	await section.getByRole('button', { name: 'Add passkey' }).click();
	await section.getByLabel('Name of the passkey').fill('My laptop');
	await section.getByRole('button', { name: 'Add passkey' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Your password').fill(PASSWORD);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(section.getByText('Passkey added.')).toBeVisible();
	await expect(section.getByText('My laptop')).toBeVisible();

	await page.goto('/earn');
	await signOut(page);
	await page.goto('/login?next=/account');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await expect(page).toHaveURL(`${product.url}/account`);
	await page.goto('/earn');
	await signOut(page);
	await page.goto('/admin/login');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await expect(page).toHaveURL(/\/admin$/);

	await openAccount(page);
	await section.getByRole('button', { name: 'Remove “My laptop”' }).click();
	await expect(section.getByText('Passkey removed.')).toBeVisible();
	await page.goto('/earn');
	await signOut(page);
	await page.goto('/login');
	await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
	await expect(page.getByText("This passkey isn't known here.")).toBeVisible();
});
