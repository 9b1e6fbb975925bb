import type { Page } from '@playwright/test';
import { readyToWithdraw, signUp } from './earner.ts';
import { expect, openSignedIn, test } from './journey.ts';
import { sendSignIn, signOut } from './walk-sign-in.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('the landing says its words exactly, and the other ways come after them', async ({ page }) => {
	await page.goto('/login');
	await expect(submit(page)).toBeVisible();
	const main = page.getByRole('main');
	await expect(main.getByRole('heading', { level: 1 })).toHaveText('Sign in via the mobile app');
	await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Already on mobile?', 'Other ways to sign in']);
	await expect(main.getByRole('paragraph').first()).toHaveText(
		'To protect your account, login is done from the mobile app. Tap Withdraw in the app and we will securely sign you in here automatically.',
	);
	const box = main.getByRole('heading', { name: 'Already on mobile?' }).locator('..');
	await expect(box.getByRole('paragraph')).toHaveText(
		'You will be redirected automatically. If nothing happens, try again from the app or refresh this page.',
	);
	const [words, form] = await Promise.all([box.boundingBox(), page.getByLabel('E-mail address').boundingBox()]);
	expect(form?.y).toBeGreaterThan((words?.y ?? 0) + (words?.height ?? 0));
});

test('an e-mail address and its password lead to the withdraw page, and not back', async ({ page, product }) => {
	const { earner } = await readyToWithdraw(product);
	await page.goto('/');
	await page.goto('/login');
	await sendSignIn(page, ` ${earner.email.toUpperCase()} `);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
	await page.goBack();
	expect(page.url()).toBe(`${product.url}/`);
});

test('password managers and phones know the form', async ({ page }) => {
	await page.goto('/login');
	const email = page.getByLabel('E-mail address');
	const password = page.getByLabel('Password', { exact: true });
	await expect(email).toHaveAttribute('autocomplete', 'username');
	await expect(password).toHaveAttribute('autocomplete', 'current-password');
	expect(await password.evaluate((input: HTMLInputElement) => input.form?.contains(input))).toBe(true);
	await password.fill('caps AND more');
	await page.getByRole('button', { name: 'Show password' }).click();
	await expect(password).toHaveAttribute('type', 'text');
	await expect(password).toHaveValue('caps AND more');
	await page.getByRole('button', { name: 'Hide password' }).click();
	await expect(password).toHaveAttribute('type', 'password');
});

test('a wrong password is told from nothing else, and nothing typed is lost', async ({ page, product, trouble }) => {
	trouble.expect('401 POST /auth/sign-in/email');
	const { email } = await signUp(product);
	await page.goto('/login');
	await submit(page).click();
	await expect(page.getByLabel('E-mail address')).toBeFocused();
	await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription('Enter your e-mail address.');
	for (const address of [email, 'nobody@example.com']) {
		await sendSignIn(page, address, 'not the password');
		await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.');
		await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
		await expect(submit(page)).toBeFocused();
	}
});

test('a banned account is refused with the reason and where to appeal', async ({ page, product, trouble }) => {
	trouble.expect('403 POST /auth/sign-in/email');
	const { email } = await signUp(product);
	const message = 'Your account is banned: several accounts. To appeal, write to support@lootpass.example.';
	await page.route('**/auth/sign-in/email', (route) =>
		route.fulfill({ status: 403, json: { code: 'auth/user-disabled', message } }),
	);
	await page.goto('/login');
	await sendSignIn(page, email);
	await expect(page.getByRole('alert')).toHaveText(message);
});

test('after signing in the way goes on to where it was meant to, but never to another site', async ({
	page,
	product,
}) => {
	const { earner } = await readyToWithdraw(product);
	const ends = {
		'/offer-history?page=1': '/offer-history?page=1',
		'//evil.example': '/withdraw',
		'/\\evil.example': '/withdraw',
		'https://evil.example': '/withdraw',
	};
	for (const [next, end] of Object.entries(ends)) {
		await page.goto(`/login?next=${encodeURIComponent(next)}`);
		// Whoever leaves before a page has asked its last gets an answer too late.
		await Promise.all([page.waitForResponse('**/api/getNotices'), sendSignIn(page, earner.email)]);
		await expect(page).toHaveURL(product.url + end);
		await signOut(page);
	}
});

test('a signed-in visitor sees who that is, where to go, and how to leave', async ({ page, product, enter }) => {
	const { earner, account } = await readyToWithdraw(product);
	await enter(earner);
	await page.goto('/login');
	const main = page.getByRole('main');
	await expect(main.getByText(`@${account.name}`)).toBeVisible();
	await expect(submit(page)).toHaveCount(0);
	await main.getByRole('link', { name: 'Withdraw Robux' }).click();
	await expect(page).toHaveURL(`${product.url}/withdraw`);
	await openSignedIn(page, '/login');
	await main.getByRole('button', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('button', { name: /account menu/i })).toBeHidden();
});

test('without a game account the e-mail address says who is signed in', async ({ page, product, enter }) => {
	const earner = await signUp(product);
	await enter(earner);
	await page.goto('/sign-up');
	await expect(page.getByRole('main').getByText(earner.email)).toBeVisible();
});

test('a fresh sign-in may be asked of somebody who is signed in, and may be another person', async ({
	page,
	product,
	enter,
	trouble,
}) => {
	trouble.expect('401 POST /auth/sign-in/email');
	const [{ earner, account }, other] = await Promise.all([readyToWithdraw(product), signUp(product)]);
	await other.earn('7.00');
	await enter(earner);
	await page.goto('/login?next=/offer-history&again=1');
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
	await expect(page.getByLabel('E-mail address')).toHaveValue(earner.email);
	await sendSignIn(page, earner.email, 'not the password');
	await expect(page.getByRole('alert')).toBeVisible();
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
	await sendSignIn(page, other.email);
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(page.getByRole('banner').getByRole('status')).toContainText('7.00 R$');
	await expect(page.getByRole('row').filter({ hasText: '7.00 R$' })).toBeVisible();
});

test('signing in in one tab is seen in the other', async ({ page, context, product }) => {
	const { earner } = await readyToWithdraw(product);
	await page.goto('/login');
	const other = await context.newPage();
	await other.goto('/');
	await sendSignIn(page, earner.email);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	await expect(other.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
});

test('a sign-in whose end does not arrive waits for the network instead of failing', async ({
	page,
	product,
	trouble,
}) => {
	trouble.expect('net::ERR_INTERNET_DISCONNECTED GET /auth/token');
	const { earner } = await readyToWithdraw(product);
	await page.goto('/login');
	await page.route('**/auth/token', (route) => route.abort('internetdisconnected'));
	await sendSignIn(page, earner.email);
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	await page.unroute('**/auth/token');
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
});

for (const path of ['/login', '/sign-up', '/reset-password', '/verify-email']) {
	for (const width of [390, 1280]) {
		test(`nothing moves while ${path} arrives at ${width} px`, async ({ page }) => {
			await page.setViewportSize({ width, height: 800 });
			await page.goto(path, { waitUntil: 'networkidle' });
			await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
			const shift = await page.evaluate(
				() =>
					new Promise<number>((resolve) => {
						let sum = 0;
						const observer = new PerformanceObserver((list) => {
							for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
						});
						observer.observe({ type: 'layout-shift', buffered: true });
						setTimeout(() => resolve(sum), 200);
					}),
			);
			expect(shift).toBeLessThan(0.005);
		});
	}
}
