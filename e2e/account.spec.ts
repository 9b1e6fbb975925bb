import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ageSessions, pause } from './database.ts';
import { PASSWORD, readyToWithdraw, signUp } from './earner.ts';
import { expect, openSignedIn, test } from './journey.ts';
import { expectSound } from './look.ts';
import { linkTo } from './mailbox.ts';
import { openAccount } from './walk-account.ts';
import { fillBirthDate, sendSignIn } from './walk-sign-in.ts';

const NEW_PASSWORD = 'another staple entirely';

async function signUpWithGoogle(page: Page): Promise<string> {
	const email = `${randomUUID().slice(0, 8)}@gmail.example`;
	await page.goto('/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByLabel('Another account').fill(email);
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await fillBirthDate(page, '2000');
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await expect(page.getByRole('dialog')).toBeVisible();
	return email;
}

/** From the dialog to Google, and back as the same person. */
async function continueWithGoogle(page: Page, email: string): Promise<void> {
	await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: email }).click();
	await expect(page.getByText('This device')).toBeVisible();
}

async function changePassword(page: Page, current: string): Promise<void> {
	await page.getByLabel('Current password').fill(current);
	await page.getByLabel('New password').fill(NEW_PASSWORD);
	await page.keyboard.press('Enter');
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('everybody can use the account page, its forms and its dialog', async ({
	page,
	product,
	database,
	trouble,
	enter,
}) => {
	test.slow();
	trouble.expect('403 POST /auth/change-email');
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await page.getByRole('button', { name: /account menu/i }).click();
	const items = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
	await expect(items).toHaveText(['Offer History', 'Withdraw History', 'Earn', 'Account']);
	await items.last().click();
	await expect(page.getByText('This device')).toBeVisible();
	await expectSound(page);
	await page.getByRole('button', { name: 'Change password' }).click();
	await expect(page.getByLabel('Current password')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByText('Enter your password.')).toBeVisible();
	await expectSound(page);
	await page.getByRole('button', { name: 'Cancel' }).click();
	await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
	await ageSessions(database, earner.uid, 11);
	await page.getByRole('button', { name: 'Change e-mail' }).click();
	await page.getByLabel('New e-mail address').fill('somebody.else@example.com');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog')).toBeVisible();
	await expectSound(page);
});

test('a new password ends every other session', async ({ page, browser, product, trouble, enter }) => {
	trouble.expect('401 POST /auth/change-password');
	const earner = await signUp(product);
	await enter(earner);
	const elsewhere = await browser.newPage({ baseURL: product.url });
	await openSignedIn(elsewhere, await earner.handOffAddress());
	await openAccount(page);
	await page.getByRole('button', { name: 'Change password' }).click();
	await changePassword(page, 'not the password');
	await expect(page.getByText('The password is wrong.')).toBeVisible();
	await expect(page.getByLabel('Current password')).toBeFocused();
	await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
	await page.getByLabel('Current password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your password is changed, and all other devices are signed out.')).toBeVisible();
	await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);

	await expect(elsewhere.getByText('You are signed out: your session has ended.')).toBeVisible();
	await elsewhere.getByRole('link', { name: 'Sign in again' }).click();
	await sendSignIn(elsewhere, earner.email, NEW_PASSWORD);
	await expect(elsewhere).toHaveURL(`${product.url}/withdraw`);
	await elsewhere.close();
});

test('a password that was typed for its change also proves who is there', async ({
	page,
	product,
	database,
	trouble,
	enter,
}) => {
	trouble.expect('403 POST /auth/change-password', '401 POST /auth/sign-in/email');
	const earner = await signUp(product);
	await enter(earner);
	await openAccount(page);
	await ageSessions(database, earner.uid, 11);
	await page.getByRole('button', { name: 'Change password' }).click();
	await changePassword(page, 'not the password');
	await expect(page.getByText('The password is wrong.')).toBeVisible();
	await page.getByLabel('Current password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your password is changed')).toBeVisible();
	await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a new address counts when the link in its mailbox is opened', async ({ page, product, enter }) => {
	const earner = await signUp(product);
	await enter(earner);
	await openAccount(page);
	const you = section(page, 'Who you are');
	await expect(you.getByText('Not verified')).toBeVisible();
	await you.getByRole('button', { name: 'Send the mail again' }).click();
	await expect(you.getByText(`We sent a mail to ${earner.email}.`)).toBeVisible();
	await page.getByRole('button', { name: 'Change e-mail' }).click();
	await page.getByLabel('New e-mail address').fill(earner.email);
	await page.keyboard.press('Enter');
	await expect(page.getByText('This is your address already.')).toBeVisible();
	const address = `new-${earner.email}`;
	await page.getByLabel('New e-mail address').fill(address);
	await page.keyboard.press('Enter');
	await expect(page.getByText(`We sent a link to ${address}.`)).toBeVisible();
	await expect(section(page, 'E-mail').getByText(earner.email, { exact: true })).toBeVisible();
	await page.goto(await linkTo(product, address, '/verify-email'));
	await page.getByRole('button', { name: 'Confirm my e-mail address' }).click();
	await expect(page.getByText(`${address} is confirmed.`)).toBeVisible();
	await openAccount(page);
	await expect(you.getByText(address)).toBeVisible();
	await expect(you.getByText('Verified', { exact: true })).toBeVisible();
});

test('what was typed is still there after signing in again, and after leaving it', async ({
	page,
	product,
	database,
	trouble,
	enter,
}) => {
	trouble.expect('403 POST /auth/change-email', '401 POST /auth/sign-in/email');
	const earner = await signUp(product);
	await enter(earner);
	await openAccount(page);
	await ageSessions(database, earner.uid, 11);
	await page.getByRole('button', { name: 'Change e-mail' }).click();
	await page.getByLabel('New e-mail address').fill('new@example.com');
	await page.getByRole('button', { name: 'Send the link' }).click();
	const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
	await expect(dialog).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expect(page.getByText('Sign in again before you change this.')).toBeVisible();
	await expect(page.getByLabel('New e-mail address')).toHaveValue('new@example.com');

	await page.getByRole('button', { name: 'Send the link' }).click();
	await expect(dialog.getByLabel('Your password')).toBeFocused();
	await dialog.getByLabel('Your password').fill('not the password');
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('The password is wrong.')).toBeVisible();
	await dialog.getByLabel('Your password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('We sent a link to new@example.com.')).toBeVisible();
	// The session before has not stayed behind as a device of its own.
	await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(2);
});

test('somebody with Google alone comes back from there to what they were doing', async ({
	page,
	database,
	trouble,
}) => {
	// Until the age is told, nothing is answered.
	trouble.expect('403 POST /auth/change-email', '403 GET /data/users/');
	const email = await signUpWithGoogle(page);
	await openAccount(page);
	const { uid } = await page.evaluate(async () => (await fetch('/auth/account')).json());
	await ageSessions(database, uid, 11);
	await openAccount(page);
	await page.getByRole('button', { name: 'Set a password' }).click();
	await continueWithGoogle(page, email);
	await page.getByLabel('New password').fill(NEW_PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your password is set')).toBeVisible();

	await ageSessions(database, uid, 11);
	await page.getByRole('button', { name: 'Change e-mail' }).click();
	await page.getByLabel('New e-mail address').fill(`new-${email}`);
	await page.keyboard.press('Enter');
	await continueWithGoogle(page, email);
	await expect(page.getByLabel('New e-mail address')).toHaveValue(`new-${email}`);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await expect(page.getByText(`We sent a link to new-${email}.`)).toBeVisible();
});

test('a page that cannot be loaded says so and tries again', async ({ page, product, trouble, enter }) => {
	trouble.expect('500 GET /auth/account', '500 GET /auth/list-sessions');
	await enter(await signUp(product));
	const failure = { status: 500, json: { code: 'auth/internal-error', message: '' } };
	await page.route('**/auth/account', (route) => route.fulfill(failure));
	await page.route('**/auth/list-sessions', (route) => route.fulfill(failure));
	await page.goto('/account');
	await expect(page.getByRole('alert')).toContainText('Your account could not be loaded');
	await expectSound(page);
	await page.unroute('**/auth/account');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('alert')).toContainText('Your devices could not be loaded');
	await page.unroute('**/auth/list-sessions');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByText('This device')).toBeVisible();
});

test('the game account is linked from the account page', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	await page.goto('/account');
	await expect(page.getByText('Not linked yet')).toBeVisible();
	await page.getByRole('button', { name: 'Link a Roblox account' }).click();
	await expect(page.getByRole('dialog').getByLabel('Username')).toBeFocused();
});

test('a pause is told before anything is filled in, and while the page is open', async ({
	page,
	product,
	database,
	trouble,
	enter,
}) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await page.getByLabel('Amount').fill('50');
	await expect(page.getByLabel('Game')).toBeEnabled();
	await pause(database, earner.uid, 'we are looking at your last offers.');
	trouble.expect('403 POST /api/processWithdrawal');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(
		page.getByRole('main').getByText('Withdrawals are paused for your account: we are looking at your last offers.'),
	).toBeVisible();
	await page.goto('/withdraw');
	await expect(
		page.getByRole('main').getByText('Withdrawals are paused for your account: we are looking at your last offers.'),
	).toBeVisible();
	await expect(page.getByLabel('Amount')).toHaveCount(0);
	await expect(page.getByText('120.00 R$').first()).toBeVisible();
	await expectSound(page);
});
