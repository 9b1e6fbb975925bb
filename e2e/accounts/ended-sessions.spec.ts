import { ban, endAllSessions } from '../support/database.ts';
import { expect, openSignedIn, test } from '../support/journey.ts';
import { openAccount } from '../walks/walk-account.ts';
import { sendSignIn } from '../walks/walk-sign-in.ts';

test('a session that is ended elsewhere ends within seconds', async ({ page, browser, product, enterReady }) => {
	const { earner } = await enterReady();
	const elsewhere = await browser.newPage({ baseURL: product.url });
	await openSignedIn(elsewhere, await earner.handOffAddress());
	await expect(elsewhere.getByText('120.00 R$').first()).toBeVisible();
	await openAccount(page);
	const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
	await expect(devices).toHaveCount(3);
	const refused = elsewhere.waitForResponse((answer) => answer.url().endsWith('/live') && answer.status() === 401);
	await devices
		.filter({ hasText: 'Chrome' })
		.getByRole('button', { name: /End session/ })
		.click();
	await expect(page.getByText(/^Chrome on \w+ is signed out\.$/)).toBeVisible();
	// Its live stream was closed, and is not opened again.
	await refused;
	await expect(elsewhere.getByText('You are signed out: your session has ended.')).toBeVisible();
	await expect(elsewhere.getByText('120.00 R$')).toHaveCount(0);
	await elsewhere.close();
	await page.getByRole('button', { name: 'End all other sessions' }).click();
	await expect(page.getByText('The other device is signed out.')).toBeVisible();
	await expect(devices).toHaveCount(1);
	await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeHidden();
});

test('a ban signs out in every tab, with its reason and where to appeal', async ({
	page,
	context,
	product,
	database,
	trouble,
	enterReady,
}) => {
	const { earner } = await enterReady();
	const other = await context.newPage();
	await openAccount(other);
	// Whatever else the pages ask in that moment is refused for the same reason.
	trouble.expect(`403 GET /data/users/${earner.uid}/live`, '403 ');
	await ban(database, earner.uid, 'Three chargebacks.');
	for (const tab of [page, other]) {
		await expect(tab.getByRole('alert')).toContainText(
			'Your account is banned: Three chargebacks. To appeal, write to',
		);
		await expect(tab).toHaveURL(`${product.url}/`);
	}
});

test('a session that is gone in the middle of something leads back to where it was', async ({
	page,
	product,
	database,
	trouble,
	enterReady,
}) => {
	const { earner } = await enterReady();
	await openSignedIn(page, '/offer-history');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offer History');
	trouble.expect('401 GET /auth/token', '401 GET');
	await endAllSessions(database, earner.uid);
	await expect(page.getByText('You are signed out: your session has ended.')).toBeVisible();
	await expect(page).toHaveURL(`${product.url}/`);
	await page.getByRole('link', { name: 'Sign in again' }).click();
	await sendSignIn(page, earner.email);
	await expect(page).toHaveURL(`${product.url}/offer-history`);
});

test('after signing out, going back shows nothing of anybody', async ({ page, context, product, enterReady }) => {
	const { earner } = await enterReady();
	await openAccount(page);
	const other = await context.newPage();
	await openAccount(other);
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('button', { name: 'Sign out' }).click();
	for (const tab of [page, other]) await expect(tab).toHaveURL(`${product.url}/`);
	await page.goBack();
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByText(earner.email)).toHaveCount(0);
});

test('a page that the browser brings back as it was is hidden until it is known whose it is', async ({
	page,
	product,
	enterReady,
}) => {
	const { earner } = await enterReady();
	await openAccount(page);
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
	await expect(page.getByText(earner.email).first()).toBeHidden();
	// Somebody signed out elsewhere while the page was put aside.
	await page.evaluate(() => localStorage.removeItem('session'));
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
	await expect(page).toHaveURL(`${product.url}/`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText(earner.email)).toHaveCount(0);
});
