import type { Page } from '@playwright/test';
import { expect, expectSignedIn, test } from '../support/journey.ts';
import { ADMIN } from '../support/product.ts';
import { sendAdminLogin } from '../walks/walk-sign-in.ts';

const publicPages = {
	'/': 'Earn Robux with offers. Withdraw through your own game pass.',
	'/login': 'Sign in via the mobile app',
	'/sign-up': 'Create your account',
	'/reset-password': 'Choose a new password',
	'/verify-email': 'Confirm your address',
	'/admin/login': 'Admin Login',
	'/privacy-policy': 'Privacy policy',
	'/terms-of-service': 'Terms of service',
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
/** As the router: whatever the case. */
const adminPages = ['/admin', '/admin/users', '/ADMIN', '/Admin/Users'];

/** The specification's route table: where somebody ends who asks for an address. */
const ends = {
	guest: (asked: string) => (adminPages.includes(asked) ? '/admin/login' : asked in ownPages ? '/' : asked),
	user: (asked: string) => (adminPages.includes(asked) ? '/login' : asked),
};

async function visitAll(page: Page, url: string, who: keyof typeof ends): Promise<void> {
	for (const asked of [...Object.keys(headings), ...adminPages]) {
		const end = ends[who](asked);
		await page.goto(asked);
		if (who === 'user') await expectSignedIn(page);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[end] ?? '');
		expect(page.url(), asked).toBe(url + end);
	}
}

test('a guest is sent where the route table says', async ({ page, product }) => {
	await visitAll(page, product.url, 'guest');
});

test('a user is sent where the route table says', async ({ page, product, enterReady }) => {
	await enterReady();
	await visitAll(page, product.url, 'user');
});

test('the admin login lets an admin in, who also has a way there in the menu', async ({ page, product }) => {
	await page.goto('/admin/login');
	await sendAdminLogin(page, ADMIN.email, ADMIN.password);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
	await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
	await page.goto('/offer-history');
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('link', { name: 'Admin Panel' }).click();
	await expect(page).toHaveURL(`${product.url}/admin`);
});
