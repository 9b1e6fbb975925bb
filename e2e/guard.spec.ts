import { readyToWithdraw, signUp } from './earner.ts';
import { expect, expectSignedIn, openSignedIn, test } from './journey.ts';
import { ADMIN } from './product.ts';
import { sendAdminLogin } from './walk-sign-in.ts';

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

test('a user is sent where the route table says', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	for (const [asked, end] of Object.entries(user)) {
		await page.goto(asked);
		await expectSignedIn(page);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[end as keyof typeof pages]);
		expect(page.url(), asked).toBe(product.url + end);
	}
});

test('a page that does not exist says so, to guests and users', async ({ page, product, trouble, enter }) => {
	trouble.expect('404 GET /no-such-page');
	await page.goto('/no-such-page');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
	await enter(await signUp(product));
	await page.goto('/no-such-page');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
});

test('the logo leads a user on a protected page to /admin, and from there to sign-in', async ({
	page,
	product,
	enter,
}) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	await page.getByRole('banner').getByRole('link', { name: 'Lootpass' }).click();
	await expect(page).toHaveURL(`${product.url}/login`);
});

test('signing out ends at the home page, in every tab', async ({ page, context, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	const other = await context.newPage();
	await openSignedIn(other, '/withdraw-history');
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(other).toHaveURL(`${product.url}/`);
	await page.goto('/withdraw');
	await expect(page).toHaveURL(`${product.url}/`);
});

test.describe('admin login', () => {
	test.beforeEach(async ({ page }) => {
		await page.goto('/admin/login');
	});

	test('refuses a wrong password', async ({ page, product, trouble }) => {
		trouble.expect('401 POST /auth/sign-in/email');
		await sendAdminLogin(page, ADMIN.email, 'not the password');
		await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.');
		expect(page.url()).toBe(`${product.url}/admin/login`);
	});

	test('says so in its own words when a refusal has none', async ({ page, trouble }) => {
		trouble.expect('500 POST /auth/sign-in/email');
		await page.route('**/auth/sign-in/email', (route) => route.fulfill({ status: 500, json: {} }));
		await sendAdminLogin(page, ADMIN.email, ADMIN.password);
		await expect(page.getByRole('alert')).toHaveText('Login failed');
	});

	test('tells somebody who is no admin', async ({ page, product }) => {
		const { email } = await signUp(product);
		await sendAdminLogin(page, email);
		await expect(page.getByRole('alert')).toHaveText('You are not an admin.');
		expect(page.url()).toBe(`${product.url}/admin/login`);
	});

	test('lets an admin in, who also has a way there in the menu', async ({ page, product }) => {
		await sendAdminLogin(page, ADMIN.email, ADMIN.password);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
		await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
		await page.goto('/offer-history');
		await page.getByRole('button', { name: /account menu/i }).click();
		await page.getByRole('link', { name: 'Admin Panel' }).click();
		await expect(page).toHaveURL(`${product.url}/admin`);
	});

	test('wants an email and a password', async ({ page }) => {
		const email = page.getByLabel('Email');
		await expect(email).toHaveAttribute('type', 'email');
		await page.getByRole('button', { name: 'Login' }).click();
		await expect(email).toBeFocused();
		await email.fill('no address');
		await page.getByLabel('Password').fill('x');
		await page.getByRole('button', { name: 'Login' }).click();
		expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
	});
});
