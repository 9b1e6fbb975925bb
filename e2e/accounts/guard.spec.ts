import { expect, expectSignedIn, test } from '../support/journey.ts';
import { ADMIN } from '../support/product.ts';
import { sendAdminLogin } from '../walks/walk-sign-in.ts';

const pages = {
	'/': 'Earn Robux with offers. Withdraw through your own game pass.',
	'/login': 'Sign in via the mobile app',
	'/sign-up': 'Create your account',
	'/reset-password': 'Choose a new password',
	'/verify-email': 'Confirm your address',
	'/admin/login': 'Admin Login',
	'/privacy-policy': 'Privacy policy',
	'/terms-of-service': 'Terms of service',
	'/withdraw': 'Withdraw Robux',
	'/earn': 'Earn Robux',
	'/earn/sandbox': 'Sandbox Offers',
	'/offer-history': 'Offer History',
	'/withdraw-history': 'Withdraw History',
	'/account': 'Account',
	'/delete-account': 'Delete account',
};

/** The specification's route table: where somebody ends who asks for an address. */
const guest = {
	'/': '/',
	'/login': '/login',
	'/sign-up': '/sign-up',
	'/reset-password': '/reset-password',
	'/verify-email': '/verify-email',
	'/admin/login': '/admin/login',
	'/privacy-policy': '/privacy-policy',
	'/terms-of-service': '/terms-of-service',
	'/withdraw': '/',
	'/earn': '/',
	'/earn/sandbox': '/',
	'/offer-history': '/',
	'/withdraw-history': '/',
	'/account': '/',
	'/delete-account': '/',
	'/admin': '/admin/login',
	'/admin/users': '/admin/login',
};
const user = {
	...guest,
	'/withdraw': '/withdraw',
	'/earn': '/earn',
	'/earn/sandbox': '/earn/sandbox',
	'/offer-history': '/offer-history',
	'/withdraw-history': '/withdraw-history',
	'/account': '/account',
	'/delete-account': '/delete-account',
	'/admin': '/login',
	'/admin/users': '/login',
};

test('a guest is sent where the route table says', async ({ page, product }) => {
	for (const [asked, end] of Object.entries(guest)) {
		await page.goto(asked);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[end as keyof typeof pages]);
		expect(page.url(), asked).toBe(product.url + end);
	}
});

test('a user is sent where the route table says', async ({ page, product, enterReady }) => {
	await enterReady();
	for (const [asked, end] of Object.entries(user)) {
		await page.goto(asked);
		await expectSignedIn(page);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[end as keyof typeof pages]);
		expect(page.url(), asked).toBe(product.url + end);
	}
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
