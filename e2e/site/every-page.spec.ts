import type { Page } from '@playwright/test';
import { endAllSessions, makeAdmin } from '../support/database.ts';
import { expect, expectSignedIn, LONG_STORY_MS, test } from '../support/journey.ts';
import { expectSound } from '../support/look.ts';
import { sendAdminLogin, sendSignIn, signOut } from '../support/sign-in.ts';
import { readyToWithdraw } from '../support/test-user.ts';

const publicPages = {
	'/': 'Earn Robux with offers. Withdraw through your own game pass.',
	'/login': 'Sign in via the mobile app',
	'/sign-up': 'Create your account',
	'/reset-password': 'Choose a new password',
	'/verify-email': 'Confirm your email address',
	'/undo-email-change': 'Undo the change of address',
	'/stop-change': 'Stop a change',
	'/unsubscribe': 'Stop the weekly email',
	'/admin/login': 'Admin Login',
	'/proof': 'What we owe',
	'/status': 'Status',
	'/earnings': 'What people earn here',
	'/privacy-policy': 'Privacy policy',
	'/terms-of-service': 'Terms of service',
	'/accessibility': 'Accessibility',
	'/data-retention': 'Data retention',
};
const ownPages = {
	'/withdraw': 'Withdraw Robux',
	'/earn': 'Earn Robux',
	'/earn/sandbox': 'Sandbox Offers',
	'/offer-history': 'Offer History',
	'/withdraw-history': 'Withdraw History',
	'/account': 'Account',
	'/delete-account': 'Delete account',
};
const headings: Record<string, string> = { ...publicPages, ...ownPages };
const adminPages = ['/admin', '/admin/users', '/ADMIN', '/Admin/Users'];
const notWalked = [
	'/',
	'/admin/login',
	'/proof',
	'/status',
	'/earnings',
	'/privacy-policy',
	'/terms-of-service',
	'/accessibility',
];
const WALL = '/earn/sandbox';

const ends = {
	guest: (pagePath: string) => (adminPages.includes(pagePath) ? '/admin/login' : pagePath in ownPages ? '/' : pagePath),
	user: (pagePath: string) => (adminPages.includes(pagePath) ? '/login' : pagePath),
};

async function visitAll(
	page: Page,
	{ url, who, arrive }: { url: string; who: keyof typeof ends; arrive: (path: string, sent: string) => Promise<void> },
): Promise<void> {
	for (const pagePath of [...Object.keys(headings), ...adminPages]) {
		const end = ends[who](pagePath);
		const answer = await page.goto(pagePath);
		expect(await answer?.text(), pagePath).toMatch(/<title>[^<]+<\/title>/);
		if (who === 'user') await expectSignedIn(page);
		const heading = who === 'user' && end === '/login' ? /^You're signed in as/ : (headings[end] ?? '');
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
		expect(page.url(), pagePath).toBe(url + end);
		if (pagePath === end && pagePath !== WALL) await arrive(pagePath, (await answer?.text()) ?? '');
	}
}

async function expectToBearOwnSettings(page: Page, path: string): Promise<void> {
	await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
	await page.emulateMedia({ forcedColors: 'active' });
	const bare = await page
		.locator('.rounded-control:is(button, a, input, select, textarea):not(.sr-only):visible')
		.evaluateAll((elements) =>
			elements
				.filter((element) => {
					const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
					return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1;
				})
				.map((element) => element.textContent || element.outerHTML),
		);
	expect(bare, path).toEqual([]);
	await page.emulateMedia({ forcedColors: 'none' });
	const wide = await page.evaluate(() => {
		const { style } = document.documentElement;
		style.setProperty('font-size', '200%');
		const { scrollWidth, clientWidth } = document.documentElement;
		style.removeProperty('font-size');
		return scrollWidth - clientWidth;
	});
	expect(wide, path).toBeLessThanOrEqual(0);
}

// spec: 1.legal, 1.home, 2.routes, 4.guard, 6.anonymous
test('a guest is redirected as the route table says, and all guest pages pass the accessibility checks', async ({
	page,
	product,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('404 GET /no-such-page');
	await visitAll(page, {
		url: product.url,
		who: 'guest',
		async arrive(path) {
			await expectToBearOwnSettings(page, path);
			if (notWalked.includes(path)) await expectSound(page, path.slice(1).replace('/', '-') || 'home');
		},
	});
	await page.goto('/no-such-page');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expectSound(page, 'no-such-page');
});

// spec: 2.routes, 6.user
test('a user is redirected as the route table says, and user pages contain their headings before any script runs', async ({
	page,
	product,
	enterReady,
}) => {
	test.setTimeout(LONG_STORY_MS);
	await enterReady();
	await visitAll(page, {
		url: product.url,
		who: 'user',
		async arrive(path, sent) {
			if (!(path in ownPages)) return;
			await expectToBearOwnSettings(page, path);
			const heading = page.locator('main[id] h1');
			expect(sent).toContain(`>${await heading.textContent()}</h1>`);
			const lead = (await heading.locator('+ p').textContent()) ?? '';
			expect(sent).toContain(`>${lead.replaceAll("'", '&#x27;')}</p>`);
			expect(sent).toMatch(/<link rel="modulepreload" fetchpriority="low" href="\/assets\/[0-9a-f]{8}\/clients-/);
		},
	});
});

test('the home page works without scripts, and a page altered in transit is rendered again', async ({
	page,
	browser,
	product,
	trouble,
}) => {
	trouble.expect('page error: Minified React error #418');
	await page.route('**/terms-of-service', async (route) => {
		const answer = await route.fetch();
		const html = await answer.text();
		await route.fulfill({ response: answer, body: html.replace('>Terms of service</h1>', '>Conditions</h1>') });
	});
	await page.goto('/terms-of-service');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service');
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 245, 240)');

	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
	const bare = await context.newPage();
	await bare.goto('/');
	for (const heading of ['How it works', 'We never ask you', 'Questions']) {
		await expect(bare.getByRole('heading', { name: heading })).toBeVisible();
	}
	await context.close();
});

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
	// The footer moves while the home page loads its lower part.
	await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible();
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
