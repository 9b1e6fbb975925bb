import { addGameAccount, readyToWithdraw, signUp } from './earner.ts';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';
import { ADMIN } from './product.ts';
import { sendAdminLogin, walkSignIn } from './walk-sign-in.ts';

const UNKNOWN = '/no-such-page';
const publicPages = ['/', '/login', '/admin/login', '/privacy-policy', '/terms-of-service', UNKNOWN];

for (const path of publicPages) {
	test(`everybody can use ${path}`, async ({ page, trouble }) => {
		if (path === UNKNOWN) trouble.expect(`404 GET ${UNKNOWN}`);
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await expectSound(page);
	});
}

test('everybody can use the username dialog in each of its states', async ({ page, product, trouble, enter }) => {
	test.slow();
	trouble.expect('404 POST /api/getRobloxUser');
	const account = await addGameAccount(product);
	await enter(await signUp(product));
	const dialog = page.getByRole('dialog');
	await expect(dialog).toBeVisible();
	await expectSound(page);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(dialog.getByText('Username is required')).toBeVisible();
	await dialog.getByLabel('Username').fill('nobody_has_this');
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(dialog.getByText('No Roblox user has this name. Check the spelling.')).toBeVisible();
	await expectSound(page);
	await dialog.getByLabel('Username').fill(account.name);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await expect(dialog.getByText('Is this you?')).toBeVisible();
	await expectSound(page);
	await page.keyboard.press('Escape');
	await expect(page.getByText('No Roblox username found.')).toBeVisible();
	await expectSound(page);
});

test('everybody can use the withdraw page in each of its states', async ({ page, product, trouble, enter }) => {
	test.slow();
	trouble.expect('404 POST /api/processWithdrawal');
	const { earner } = await readyToWithdraw(product, { games: [{ name: 'A harbor with a name that is rather long' }] });
	await enter(earner);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('51');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Passes that were found')).toBeVisible();
	await expectSound(page);
	await page.getByRole('button', { name: 'About the stock' }).focus();
	await expect(page.getByText('Directly available')).toBeVisible();
	await expectSound(page);
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	await page.getByRole('button', { name: /account menu/i }).click();
	await expectSound(page);
});

test('everybody can use the page that deletes an account, also without a balance', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	await page.goto('/delete-account');
	await expect(page.getByText('Robux that are still pending are lost.')).toBeVisible();
	await expectSound(page);
});

test('everybody can use the histories, empty, filled and failed', async ({ page, product, trouble, enter }) => {
	test.slow();
	trouble.expect('500 POST /api/getWithdrawHistory');
	const { earner } = await readyToWithdraw(product);
	await earner.earn('12.34', 'An offer with a name that goes on and on, as offers of partners sometimes do');
	await enter(earner);
	await page.goto('/offer-history');
	await expect(page.getByText('12.34 R$')).toBeVisible();
	await expectSound(page);
	await page.goto('/withdraw-history');
	await expect(page.getByText('No withdraw history found.')).toBeVisible();
	await expectSound(page);
	await page.route('**/api/getWithdrawHistory', (route) => route.fulfill({ status: 500, json: {} }));
	await page.reload();
	await expect(page.getByRole('alert')).toContainText('Failed to load withdraw history');
	await expectSound(page);
});

test('everybody can use the pages around signing in, in each of their states', async ({
	context,
	product,
	trouble,
}) => {
	test.setTimeout(180_000);
	trouble.expect(
		'400 POST /auth/sign-up/email',
		'400 POST /auth/verify-email',
		'401 POST /auth/sign-in/email',
		'400 POST /auth/reset-password',
		'403 ',
	);
	await walkSignIn({ context, product, look: async (_step, page) => expectSound(page) });
});

test('everybody can use the admin login that refuses, and what an admin sees', async ({ page, product, trouble }) => {
	trouble.expect('401 POST /auth/sign-in/email');
	await page.goto('/admin/login');
	await sendAdminLogin(page, ADMIN.email, 'not the password');
	await expect(page.getByRole('alert')).toBeVisible();
	await expectSound(page);
	await sendAdminLogin(page, ADMIN.email, ADMIN.password);
	await expect(page).toHaveURL(`${product.url}/admin`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
	await expectSound(page);
});

test('the pages of a person begin with their heading, before any script has run', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	await enter(earner);
	for (const path of ['/withdraw', '/earn', '/offer-history', '/withdraw-history', '/account', '/delete-account']) {
		const sent = await (await page.request.get(path)).text();
		await page.goto(path);
		const heading = page.locator('main[id] h1');
		await expect(heading).toBeVisible();
		expect(sent).toContain(`>${await heading.textContent()}</h1>`);
		expect(sent).toContain(`>${await heading.locator('+ p').textContent()}</p>`);
		expect(sent).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/clients-');
	}
});
