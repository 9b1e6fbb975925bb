import type { Page } from '@playwright/test';
import { LONG_STORY_MS } from '../support/admin.ts';
import { endAllSessions, makeAdmin } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';
import { readyToWithdraw } from '../support/user.ts';
import { sendAdminLogin, sendSignIn, signOut } from '../walks/walk-sign-in.ts';

async function arriveAt(page: Page, heading: string): Promise<void> {
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

async function follow(page: Page, name: string, heading = name): Promise<void> {
	await page.getByRole('link', { name, exact: true }).first().click();
	await arriveAt(page, heading);
}

// spec: 1.password-sign-in, 4.fresh-pages
test('signed-out pages work by links alone, and signing in shows current data', async ({
	page,
	product,
	database,
	enter,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	const { user } = await readyToWithdraw(product);
	await enter(user);
	let loads = 0;
	page.on('load', () => loads++);
	const banner = page.getByRole('banner');

	await signOut(page);
	await expect(banner.getByRole('status')).toHaveCount(0);
	await follow(page, 'Terms of service');
	await follow(page, 'Privacy policy');
	await follow(page, 'Sign in', 'Sign in via the mobile app');
	await follow(page, 'Create an account', 'Create your account');
	await follow(page, 'Sign in', 'Sign in via the mobile app');
	await follow(page, 'Forgot your password?', 'Choose a new password');
	await user.earn('5.00');
	await follow(page, 'Back to sign-in', 'Sign in via the mobile app');
	await sendSignIn(page, user.email);
	await arriveAt(page, 'Withdraw Robux');
	await expect(page.getByRole('definition').first()).toHaveText('125.00 R$');

	trouble.expect('401 ');
	await endAllSessions(database, user.uid);
	await expect(page.getByText('Your session has ended.')).toBeVisible();
	await banner.getByRole('link', { name: 'Lootpass' }).click();
	await arriveAt(page, 'Admin Login');
	await sendAdminLogin(page, user.email);
	await expect(page.getByText('You are not an admin.')).toBeVisible();
	await expect(banner.getByRole('status')).toContainText('125.00 R$');
	await makeAdmin(database, user.uid);
	await sendAdminLogin(page, user.email);
	await arriveAt(page, 'Dashboard');
	expect(loads).toBe(0);
});
