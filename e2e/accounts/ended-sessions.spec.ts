import { ban, endAllSessions } from '../support/database.ts';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { openAccount, sendSignIn } from '../support/sign-in.ts';
import { PASSWORD } from '../support/test-user.ts';

const NEW_PASSWORD = 'another staple entirely';
const ENDED = 'Your session has ended.';

test('ending a session signs that device out within seconds; a new password ends all other sessions', async ({
	page,
	browser,
	product,
	enterReady,
}) => {
	test.slow();
	const { user } = await enterReady();
	const elsewhere = await browser.newPage({ baseURL: product.url });
	const signInElsewhere = async (password: string) => {
		await elsewhere.getByRole('link', { name: 'Sign in again' }).click();
		await sendSignIn(elsewhere, user.email, password);
		await expect(elsewhere).toHaveURL(`${product.url}/withdraw`);
		await expect(elsewhere.getByText('120.00 R$').first()).toBeVisible();
	};
	await openSignedIn(elsewhere, await user.handOffAddress());
	await expect(elsewhere.getByText('120.00 R$').first()).toBeVisible();
	await openAccount(page);
	const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
	await expect(devices).toHaveCount(3);
	const refused = elsewhere.waitForResponse((answer) => answer.url().endsWith('/live') && answer.status() === 401);
	await devices
		.filter({ hasText: 'Chrome' })
		.getByRole('button', { name: /^Sign out Chrome/ })
		.click();
	await expect(page.getByText(/^Chrome on \w+ was signed out\.$/)).toBeVisible();
	await refused;
	await expect(elsewhere.getByText(ENDED)).toBeVisible();
	await expect(elsewhere.getByText('120.00 R$')).toHaveCount(0);
	await page.getByRole('button', { name: 'Sign out all other devices' }).click();
	await expect(page.getByText('The other device was signed out.')).toBeVisible();
	await expect(devices).toHaveCount(1);
	await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden();

	await signInElsewhere(PASSWORD);
	await page.getByRole('button', { name: 'Change password' }).click();
	await page.getByLabel('Current password').fill(PASSWORD);
	await page.getByLabel('New password').fill(NEW_PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your password was changed, and all other devices were signed out.')).toBeVisible();
	await expect(devices).toHaveCount(1);
	await expect(elsewhere.getByText(ENDED)).toBeVisible();
	await signInElsewhere(NEW_PASSWORD);
	await elsewhere.close();
});

// spec: bad-day.401
test('signing in again returns to the page; a ban signs out every tab with its reason', async ({
	page,
	context,
	product,
	database,
	trouble,
	enterReady,
}) => {
	const { user } = await enterReady();
	await openSignedIn(page, '/offer-history');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offer History');
	trouble.expect('401 GET /auth/token', '401 GET');
	await endAllSessions(database, user.uid);
	await expect(page.getByText(ENDED)).toBeVisible();
	await expect(page).toHaveURL(`${product.url}/`);
	await page.getByRole('link', { name: 'Sign in again' }).click();
	await sendSignIn(page, user.email);
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');

	const other = await context.newPage();
	await openAccount(other);
	trouble.expect(`403 GET /data/users/${user.uid}/live`, '403 ');
	await ban(database, user.uid, 'Three chargebacks.');
	for (const tab of [page, other]) {
		await expect(tab.getByRole('alert')).toContainText(
			'Your account is banned: Three chargebacks. To appeal, write to',
		);
		await expect(tab).toHaveURL(`${product.url}/`);
	}
});

// spec: 2.after-sign-out, 2.menu-items, bad-day.tabs
test('after a sign-out neither Back nor a restored page shows user data', async ({
	page,
	context,
	product,
	enter,
	enterReady,
}) => {
	const { user } = await enterReady();
	await openAccount(page);
	const other = await context.newPage();
	await openAccount(other);
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('button', { name: 'Sign out', exact: true }).click();
	for (const tab of [page, other]) await expect(tab).toHaveURL(`${product.url}/`);
	await expect(page.getByText(ENDED)).toHaveCount(0);
	await other.close();
	await page.goBack();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByText(user.email)).toHaveCount(0);

	await enter(user);
	await openAccount(page);
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
	await expect(page.getByText(user.email).first()).toBeHidden();
	await page.evaluate(() => localStorage.removeItem('session'));
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText(user.email)).toHaveCount(0);
});
