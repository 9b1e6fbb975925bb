import { holdBack } from '../support/hand.ts';
import { expect, expectSignedIn, openSignedIn, test } from '../support/journey.ts';
import { readyToWithdraw, signUp } from '../support/test-user.ts';

const NOT_ACCEPTED = 'console warning: the sign-in link was not accepted';
const REFUSED = '401 POST /api/verifyWebSession';
const malformed = ['not-a-token', '', '%00%ff', 'x'.repeat(4000), '<script>alert(1)</script>'];

// spec: 1.app-sign-in, 4.token-removed
test('a token signs in once, is removed from the address and does not replace a signed-in user', async ({
	page,
	browser,
	product,
	enter,
	trouble,
}) => {
	trouble.expect(REFUSED);
	const [{ user, account }, other] = [await readyToWithdraw(product), await signUp(product)];
	const referrers: string[] = [];
	page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
	await enter(user);
	expect(page.url()).toBe(`${product.url}/withdraw`);
	expect(referrers.filter((referrer) => referrer.includes('token'))).toEqual([]);
	await page.reload();
	await expectSignedIn(page);
	await page.goBack();
	expect(page.url()).not.toContain('token');

	await openSignedIn(page, await user.handOffAddress());
	await expect(page.getByText('120.00 R$').first()).toBeVisible();
	await expect(page.getByText("we didn't use the sign-in link.")).toHaveCount(0);

	const address = await other.handOffAddress();
	await page.goto(address);
	await expect(page).toHaveURL(`${product.url}/withdraw`);
	await expect(
		page.getByText(`You're already signed in as @${account.name}, so we didn't use the sign-in link.`),
	).toBeVisible();
	await expect(page.getByText('120.00 R$').first()).toBeVisible();
	const elsewhere = await browser.newPage();
	await openSignedIn(elsewhere, address);
	await elsewhere.close();

	await page.getByRole('button', { name: 'Sign out and use the link' }).click();
	await expect(page.getByText('This sign-in link has already been used or has expired.')).toBeVisible();
	await page.goto(await other.handOffAddress());
	await page.getByRole('button', { name: 'Sign out and use the link' }).click();
	await expect(page.getByText("we didn't use the sign-in link.")).toHaveCount(0);
	await expect(page.getByText('0.00 R$').first()).toBeVisible();
	await expect(page.getByText('120.00 R$')).toHaveCount(0);
});

// spec: 4.mount, 4.guard-token
test('a guest waits on the protected page during the token exchange, across a network failure and a reload', async ({
	page,
	product,
	trouble,
}) => {
	trouble.expect('could not be exchanged yet', 'verifyWebSession');
	const { user } = await readyToWithdraw(product);
	let isUnavailable = true;
	await page.route('**/api/verifyWebSession', (route) => (isUnavailable ? route.abort() : route.continue()));
	const letGo = await holdBack(page, '**/api/verifyWebSession');
	await page.goto(await user.handOffAddress());
	await expect(page.getByText('One moment…')).toBeVisible();
	expect(page.url()).toBe(`${product.url}/withdraw`);
	letGo();
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	await page.reload();
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	isUnavailable = false;
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('hand-off');
	await expectSignedIn(page);

	const release = await holdBack(page, '**/auth/start?*');
	await Promise.all([page.waitForRequest('**/auth/start?*'), page.reload({ waitUntil: 'commit' })]);
	await expect(page.locator('main[aria-busy=true]')).toBeVisible();
	await expect(page.locator('main#content')).toHaveCount(0);
	release();
	await expect(page.locator('main#content')).toBeVisible();
	await expectSignedIn(page);
});

// spec: 4.token-failure
test('an invalid or used token leaves a guest on pages that guests may see', async ({
	page,
	browser,
	product,
	trouble,
}) => {
	trouble.expect(NOT_ACCEPTED, REFUSED, ' POST /api/verifyWebSession');
	const user = await signUp(product);
	const address = await user.handOffAddress();
	const first = await browser.newPage();
	await openSignedIn(first, address);
	await first.close();
	await page.goto(address);
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Earn Robux with offers');
	await expect(page.getByRole('alert')).toHaveCount(0);

	for (const token of malformed) {
		await page.goto(`/withdraw-history?token=${token}`);
		await expect(page).toHaveURL(`${product.url}/`);
		await expect(page.getByRole('alert')).toHaveCount(0);
	}

	const refused = page.waitForEvent('console', (message) => message.type() === 'warning');
	await page.goto('/privacy-policy?token=wrong&keep=this#security');
	await refused;
	expect(page.url()).toBe(`${product.url}/privacy-policy?keep=this#security`);
	await page.goto('/admin?token=wrong');
	await expect(page).toHaveURL(`${product.url}/admin/login`);
});
