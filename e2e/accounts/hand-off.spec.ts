import { readyToWithdraw, signUp } from '../support/earner.ts';
import { holdBack } from '../support/hand.ts';
import { expect, expectSignedIn, openSignedIn, test } from '../support/journey.ts';

const NOT_ACCEPTED = 'console warning: the sign-in link was not accepted';
const REFUSED = '401 POST /api/verifyWebSession';
const malformed = ['not-a-token', '', '%00%ff', 'x'.repeat(4000), '<script>alert(1)</script>'];

test('a token signs in once, and leaves the address before anything is asked', async ({ page, product, enter }) => {
	const { earner } = await readyToWithdraw(product);
	const referrers: string[] = [];
	page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
	await enter(earner);
	expect(page.url()).toBe(`${product.url}/withdraw`);
	expect(referrers.filter((referrer) => referrer.includes('token'))).toEqual([]);

	await page.reload();
	await expectSignedIn(page);
	await page.goBack();
	expect(page.url()).not.toContain('token');
});

test('a token on the home page also leads to the withdraw page', async ({ page, product }) => {
	const { earner } = await readyToWithdraw(product);
	const { searchParams } = new URL(await earner.handOffAddress());
	await page.goto(`/?token=${searchParams.get('token')}`);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	expect(page.url()).toBe(`${product.url}/withdraw`);
});

test('a token on an admin address leads somebody who is no admin to the withdraw page', async ({
	page,
	browser,
	product,
}) => {
	const { earner } = await readyToWithdraw(product);
	for (const path of ['/admin', '/admin/users']) {
		const { searchParams } = new URL(await earner.handOffAddress());
		const context = await browser.newContext();
		const visit = await context.newPage();
		await visit.goto(`${product.url}${path}?token=${searchParams.get('token')}`);
		await expect(visit.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
		expect(visit.url()).toBe(`${product.url}/withdraw`);
		await context.close();
	}
	// Without a token the guard is what it was.
	await page.goto('/admin/users');
	await expect(page).toHaveURL(`${product.url}/admin/login`);
});

test('a token that the network kept from the server is used when the network is back', async ({
	page,
	product,
	trouble,
}) => {
	trouble.expect('could not be exchanged yet', 'verifyWebSession');
	const { earner } = await readyToWithdraw(product);
	let isAway = true;
	await page.route('**/api/verifyWebSession', (route) => (isAway ? route.abort() : route.continue()));
	await page.goto(await earner.handOffAddress());
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	// What the landing advises does not lose it either.
	await page.reload();
	await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
	isAway = false;
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('hand-off');
});

test('a used token is nobody: a guest is sent home, nothing is shown', async ({ page, browser, product, trouble }) => {
	const earner = await signUp(product);
	const address = await earner.handOffAddress();
	const first = await browser.newPage();
	await openSignedIn(first, address);
	await first.close();

	trouble.expect(NOT_ACCEPTED, REFUSED);
	await page.goto(address);
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Earn Robux with offers');
	await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a malformed token is nobody', async ({ page, product, trouble }) => {
	trouble.expect(NOT_ACCEPTED, ' POST /api/verifyWebSession');
	for (const token of malformed) {
		await page.goto(`/withdraw-history?token=${token}`);
		await expect(page).toHaveURL(`${product.url}/`);
		await expect(page.getByRole('alert')).toHaveCount(0);
	}
});

test('a wrong token on a public page leaves it where it is, and on an admin page ends at the admin login', async ({
	page,
	product,
	trouble,
}) => {
	trouble.expect(NOT_ACCEPTED, REFUSED);
	const refused = page.waitForEvent('console', (message) => message.type() === 'warning');
	await page.goto('/privacy-policy?token=wrong&keep=this#security');
	await refused;
	expect(page.url()).toBe(`${product.url}/privacy-policy?keep=this#security`);
	await page.goto('/admin?token=wrong');
	await expect(page).toHaveURL(`${product.url}/admin/login`);
});

test('a token does not replace whoever is signed in, and stays good for its owner', async ({
	page,
	browser,
	product,
	enter,
	trouble,
}) => {
	trouble.expect(REFUSED);
	const [{ earner, account }, other] = [await readyToWithdraw(product), await signUp(product)];
	await enter(earner);
	const address = await other.handOffAddress();
	await page.goto(address);
	await expect(page).toHaveURL(`${product.url}/withdraw`);
	await expect(
		page.getByText(`You are already signed in as @${account.name}. The sign-in link was not used.`),
	).toBeVisible();
	await expect(page.getByText('120.00 R$').first()).toBeVisible();

	const elsewhere = await browser.newPage();
	await openSignedIn(elsewhere, address);
	await elsewhere.close();

	// By then it is used; with a fresh one the person may switch.
	await page.getByRole('button', { name: 'Sign out and use the link' }).click();
	await expect(page.getByText('This sign-in link was used already or has expired.')).toBeVisible();
	await page.goto(await other.handOffAddress());
	await page.getByRole('button', { name: 'Sign out and use the link' }).click();
	await expect(page.getByText('The sign-in link was not used.')).toHaveCount(0);
	await expect(page.getByText('0.00 R$').first()).toBeVisible();
	await expect(page.getByText('120.00 R$')).toHaveCount(0);
});

test('a guest with a token waits on the protected page while it is exchanged', async ({ page, product }) => {
	const earner = await signUp(product);
	const release = await holdBack(page, '**/api/verifyWebSession');
	await page.goto(await earner.handOffAddress());
	await expect(page.getByText('One moment…')).toBeVisible();
	expect(page.url()).toBe(`${product.url}/withdraw`);
	release();
	await expectSignedIn(page);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
});

test('nothing of the application is there before it is known who is signed in', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	const release = await holdBack(page, '**/auth/token');
	await Promise.all([page.waitForRequest('**/auth/token'), page.reload({ waitUntil: 'commit' })]);
	await expect(page.locator('main[aria-busy=true]')).toBeVisible();
	await expect(page.locator('main#content')).toHaveCount(0);
	release();
	await expect(page.locator('main#content')).toBeVisible();
	await expectSignedIn(page);
});
