import type { Page } from '@playwright/test';
import { type Earner, readyToWithdraw, settleOrder, signUp } from './earner.ts';
import { expect, openSignedIn, test } from './journey.ts';
import { expectSound } from './look.ts';
import { sendAdminLogin } from './walk-sign-in.ts';

const DELETED = 'Your account has been deleted.';

const button = (page: Page) => page.getByRole('button', { name: /^(Delete my account|Deleting…)$/ });
const box = (page: Page) => page.getByLabel('Type Delete to confirm');

async function open(page: Page): Promise<void> {
	await openSignedIn(page, '/delete-account');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete account');
}

async function confirm(page: Page): Promise<void> {
	await box(page).fill('Delete');
	await button(page).click();
}

/** Answers the deletion in place of the server. */
async function refuse(page: Page, status: number, error: object): Promise<void> {
	await page.route('**/api/deleteAccount', (route) => route.fulfill({ status, json: { error } }));
}

test('only the exact word opens the button, and Enter does not get around it', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product, { balance: '64.50' });
	await enter(earner);
	await open(page);
	await expect(
		page.getByText('Your credentials, earnings and withdrawal history are permanently deleted.'),
	).toBeVisible();
	await expect(page.getByText('You lose your balance of 64.50 R$')).toBeVisible();
	let isAsked = false;
	page.on('request', (request) => {
		isAsked ||= request.url().endsWith('/api/deleteAccount');
	});
	for (const wrong of ['', 'delete', 'DELETE', 'Delet', 'Delete ', ' Delete', 'Deletes']) {
		await box(page).fill(wrong);
		await expect(button(page)).toBeDisabled();
		await box(page).press('Enter');
	}
	await expectSound(page);
	await box(page).fill('Delete');
	await expect(button(page)).toBeEnabled();
	await expect(button(page)).toHaveText('Delete my account');
	expect(isAsked).toBe(false);
});

test('deletes by keyboard, says so on the home page, and leaves nothing to come back to', async ({
	page,
	context,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('401 POST /auth/sign-in/email');
	const { earner } = await readyToWithdraw(product, { balance: '64.50' });
	await enter(earner);
	const other = await context.newPage();
	await openSignedIn(other, '/offer-history');
	await expect(other.getByText('64.50 R$').first()).toBeVisible();
	await page.bringToFront();
	await page.goto('/withdraw-history');
	await open(page);

	// Held up, to see the page meanwhile.
	let letGo = () => {};
	const held = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	await page.route('**/api/deleteAccount', async (route) => {
		await held;
		await route.continue();
	});
	await box(page).focus();
	await page.keyboard.type('Delete');
	await page.keyboard.press('Tab');
	await expect(button(page)).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(button(page)).toHaveText('Deleting…');
	await expect(button(page)).toBeDisabled();
	await expect(box(page)).not.toBeEditable();
	await box(page).press('Enter');
	letGo();

	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('status').filter({ hasText: DELETED })).toBeVisible();
	await expect(page.getByRole('button', { name: /account menu/i })).toHaveCount(0);
	await expectSound(page);
	await expect(other).toHaveURL(`${product.url}/`);
	await expect(other.getByRole('button', { name: /account menu/i })).toHaveCount(0);

	for (let back = 0; back < 4; back += 1) {
		await page.goBack().catch(() => null);
		// Before the first page there was none.
		await expect.poll(() => ['about:blank', `${product.url}/`].includes(page.url())).toBe(true);
		await expect(page.getByText('64.50 R$')).toHaveCount(0);
		await expect(page.getByText('Withdraw History')).toHaveCount(0);
		await expect(page.getByRole('button', { name: /account menu/i })).toHaveCount(0);
	}
	await page.goto('/delete-account');
	await expect(page).toHaveURL(`${product.url}/`);
	await page.goto('/admin/login');
	await sendAdminLogin(page, earner.email);
	await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.');
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(earner.uid);
});

test('an open withdrawal comes first: the page says which, and where to see it', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('409 POST /api/deleteAccount');
	const { earner, account } = await readyToWithdraw(product);
	const orderId = await startWithdrawal(earner, account.name);
	await enter(earner);
	await open(page);
	await confirm(page);
	await expect(page.getByRole('alert')).toContainText(`You have an open withdrawal (${orderId}).`);
	await expectSound(page);
	await page.getByRole('alert').getByRole('link', { name: 'withdraw history' }).click();
	const row = page.getByRole('row').filter({ hasText: orderId });
	await expect(row).toBeVisible();
	await settleOrder(product, account.name);
	await expect(row).toContainText('Completed');
	await open(page);
	await confirm(page);
	await expect(page.getByText(DELETED)).toBeVisible();
});

async function startWithdrawal(earner: Earner, username: string): Promise<string> {
	const { userId } = await earner.call('getRobloxUser', { username });
	const [game] = await earner.call('getRobloxGames', { userId });
	const request = { roblox_username: username, placeId: game.PlaceID, amount: 50 };
	return (await earner.call('processWithdrawal', request)).order_id;
}

test('a sign-in that is too old: the page says how to sign in again', async ({ page, product, trouble, enter }) => {
	trouble.expect('403 POST /api/deleteAccount');
	await enter(await signUp(product));
	await open(page);
	await refuse(page, 403, {
		status: 'PERMISSION_DENIED',
		message: 'Sign in again before you delete your account.',
		details: { reason: 'requires-recent-login' },
	});
	await confirm(page);
	const alert = page.getByRole('alert');
	await expect(alert).toContainText('Sign in again before you delete your account.');
	await expect(alert.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
		'href',
		'/login?next=/delete-account',
	);
	await expectSound(page);
	await alert.getByRole('button', { name: 'sign out here' }).click();
	await expect(page).toHaveURL(`${product.url}/`);
});

test('a server that fails or is away deletes nothing, says so, and may be asked again', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('500 POST /api/deleteAccount', 'net::ERR_CONNECTION_REFUSED POST /api/deleteAccount');
	await enter(await signUp(product));
	await open(page);
	await refuse(page, 500, { status: 'INTERNAL', message: 'INTERNAL' });
	await confirm(page);
	await expect(page.getByRole('alert')).toHaveText('Failed to delete account');
	await page.unroute('**/api/deleteAccount');
	await page.route('**/api/deleteAccount', (route) => route.abort('connectionrefused'));
	await button(page).click();
	await expect(page.getByRole('alert')).toHaveText(
		'The server cannot be reached. Check your connection and try again.',
	);
	await page.unroute('**/api/deleteAccount');
	await button(page).click();
	await expect(page.getByText(DELETED)).toBeVisible();
});

test('the data comes as a file', async ({ page, product, trouble, enter }) => {
	trouble.expect('429 POST /api/exportMyData');
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await open(page);
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download my data' }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/^lootpass-\d{4}-\d{2}-\d{2}\.json$/);
	const chunks = await (await download.createReadStream()).toArray();
	const data = JSON.parse(Buffer.concat(chunks).toString());
	expect(data.account.email).toBe(earner.email);
	expect(data.wallet.robux).toBe(120);
	await expect(page.getByRole('status').filter({ hasText: download.suggestedFilename() })).toBeVisible();

	await page.route('**/api/exportMyData', (route) =>
		route.fulfill({
			status: 429,
			json: { error: { status: 'RESOURCE_EXHAUSTED', message: 'Too many attempts. Try again in 40 minutes.' } },
		}),
	);
	await page.getByRole('button', { name: 'Download my data' }).click();
	await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 40 minutes.');
	await expectSound(page);
});
