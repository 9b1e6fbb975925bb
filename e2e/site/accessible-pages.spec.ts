import { expect, expectSignedIn, LONG_STORY_MS, test, type Walk } from '../support/journey.ts';
import { expectSound, expectToFitLargeText, pageShowing } from '../support/look.ts';
import { walkAccount, walkSignIn } from '../walks/walk-accounts.ts';
import { walkStates } from '../walks/walk-states.ts';

const look: Walk['look'] = async (step, shown) => {
	const page = await pageShowing(shown);
	if (page.url().startsWith(process.env.E2E_PRODUCT_URL ?? '')) await expectSound(page, step);
};

test('the sign-in pages pass the accessibility checks in all states', async ({ context, product, trouble }) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect(
		'400 POST /auth/sign-up/email',
		'400 POST /auth/verify-email',
		'401 POST /auth/sign-in/email',
		'400 POST /auth/reset-password',
		'403 ',
	);
	await walkSignIn({ context, product, look });
});

test('the account page passes the accessibility checks in all states', async ({
	context,
	product,
	database,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('403 ');
	await walkAccount({ context, product, database, look });
});

// spec: 2.history-empty, 8.no-username, bad-day.slow, bad-day.stream
test('pages pass the accessibility checks when empty, in debt, slow, broken or offline, and recover', async ({
	context,
	product,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('404 POST /api/processWithdrawal', '503 POST /api/getOfferHistory', 'net::ERR_CONNECTION_REFUSED');
	trouble.expect('401 GET /auth/token');
	await walkStates({ context, product, look });
});

test('pages fit on a phone with 200% text size', async ({ page, enterReady }) => {
	test.setTimeout(LONG_STORY_MS);
	await page.setViewportSize({ width: 390, height: 844 });
	for (const path of ['/', '/login', '/sign-up', '/help', '/status', '/earnings', '/data-retention']) {
		await page.goto(path, { waitUntil: 'networkidle' });
		await expectToFitLargeText(page);
	}
	await enterReady();
	await expect(page.getByLabel('Game')).toBeEnabled();
	await expectToFitLargeText(page);
	await page.goto('/offer-history');
	await expect(page.getByText('Demo survey')).toBeVisible();
	await expectSignedIn(page);
	await expectToFitLargeText(page);
	for (const path of ['/my-offers', '/claims/new', '/threads/new', '/account', '/delete-account', '/login']) {
		await page.goto(path);
		await expect(page.locator('main[id] h1')).toBeVisible();
		await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
		await expectToFitLargeText(page);
	}
	await page.goto('/earn');
	await page.getByRole('button', { name: 'Filters', exact: true }).click();
	await page.getByRole('combobox', { name: 'Device' }).selectOption('All devices');
	await page.getByRole('button', { name: 'Games' }).click();
	const offer = page.getByRole('link', { name: /\b3 steps/ });
	await expect(offer.first()).toBeVisible();
	await expectToFitLargeText(page);
	await offer.first().click();
	await expect(page.getByRole('button', { name: 'Start the offer' })).toBeVisible();
	await expectToFitLargeText(page);
});
