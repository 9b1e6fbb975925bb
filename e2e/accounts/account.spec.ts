import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ageSessions } from '../support/database.ts';
import { PASSWORD, signUp } from '../support/earner.ts';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { linkTo } from '../support/mailbox.ts';
import { openAccount } from '../walks/walk-account.ts';
import { fillBirthDate, sendSignIn } from '../walks/walk-sign-in.ts';

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

test('a new password ends every other session', async ({ page, browser, product, enter }) => {
	const earner = await signUp(product);
	await enter(earner);
	const elsewhere = await browser.newPage({ baseURL: product.url });
	await openSignedIn(elsewhere, await earner.handOffAddress());
	await openAccount(page);
	await page.getByRole('button', { name: 'Change password' }).click();
	await changePassword(page, PASSWORD);
	await expect(page.getByText('Your password is changed, and all other devices are signed out.')).toBeVisible();
	await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);

	await expect(elsewhere.getByText('You are signed out: your session has ended.')).toBeVisible();
	// What they were asked for when the session ended stays before them.
	await elsewhere.keyboard.press('Escape');
	await elsewhere.getByRole('link', { name: 'Sign in again' }).click();
	await sendSignIn(elsewhere, earner.email, NEW_PASSWORD);
	await expect(elsewhere).toHaveURL(`${product.url}/withdraw`);
	await elsewhere.close();
});

test('a new address counts when the link in its mailbox is opened', async ({ page, product, enter }) => {
	const earner = await signUp(product);
	await enter(earner);
	await openAccount(page);
	const you = section(page, 'Who you are');
	await page.getByRole('button', { name: 'Change e-mail' }).click();
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
