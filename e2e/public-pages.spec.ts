import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectSound } from './look.ts';

const legalPages = [
	{
		path: '/privacy-policy',
		title: 'Privacy policy',
		topics: [
			'email address',
			'Analytics',
			'Offerwall partners',
			'Location from your IP address',
			'is not for people under 13',
			'Cookies and sessions',
			'Security',
			'Transfer of data to the Netherlands',
			'Links to other sites',
			'Changes',
			'Contact',
		],
	},
	{
		path: '/terms-of-service',
		title: 'Terms of service',
		topics: [
			'We never ask for your Roblox password or cookie',
			'hand-off from our mobile app, with email and password, or with a Google account',
			'Lying in surveys is not allowed',
			'No manipulation',
			'Three or more chargebacks lead to an automatic ban',
			'alternate accounts is promocode abuse and leads to a manual ban',
			'Liability',
			'your balance is enough for the amount',
			'your Roblox account is not banned there',
			'your earnings are legitimate',
			'five days',
			'Changes',
		],
	},
];

for (const { path, title, topics } of legalPages) {
	test(`the legal pages carry the reader’s day and every topic: ${path}`, async ({ page }) => {
		await page.clock.setFixedTime(new Date('2027-02-03T12:00:00'));
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
		await expect(page.getByText('Effective date: February 3, 2027')).toBeVisible();
		for (const topic of topics) await expect(page.getByRole('article')).toContainText(topic);
	});
}

test('a page whose words were changed on the way, as by a translator, is drawn anew and looks the same', async ({
	page,
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
});

const noStats = { paidOut: 0, offersToday: 0, recentPayouts: [] };
const someStats = {
	paidOut: 1234567.5,
	offersToday: 42,
	recentPayouts: [{ name: 'r••••', amount: 50, paid_at: Date.now() - 5 * 60_000 }],
};

async function answerStats(page: Page, result: unknown): Promise<void> {
	await page.route('**/api/getPublicStats', (route) => route.fulfill({ json: { result } }));
}

test('the home page says in its first screen what this is, and below it how, what never, and for whom', async ({
	page,
}) => {
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Earn Robux with offers. Withdraw through your own game pass.',
	);
	await expect(page.getByRole('main').getByRole('link', { name: 'Withdraw Robux' })).toBeInViewport();
	for (const step of ['Complete offers and surveys', 'Confirm your game', 'Withdraw']) {
		await expect(page.getByRole('heading', { level: 3, name: step })).toBeVisible();
	}
	await expect(page.getByText('Your Roblox password', { exact: true })).toBeVisible();
	await expect(page.getByText('You must be at least 13 years old')).toBeVisible();
	const question = page.getByText('When am I paid?');
	await expect(page.getByText('Your withdrawal is sent as soon as you ask.')).toBeHidden();
	await question.click();
	await expect(page.getByText('Your withdrawal is sent as soon as you ask.')).toBeVisible();
	await expectSound(page);
});

test('the home page is there without its script', async ({ browser, product }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
	const page = await context.newPage();
	await page.goto('/');
	for (const heading of ['How it works', 'We never ask for', 'Questions']) {
		await expect(page.getByRole('heading', { name: heading })).toBeVisible();
	}
	await context.close();
});

test('the figures on the home page are those of the books, with zeros where nothing happened yet', async ({ page }) => {
	await answerStats(page, noStats);
	await page.goto('/');
	const figures = page.getByRole('region', { name: 'Happening now' });
	await expect(figures.getByRole('definition')).toHaveText(['0.00 R$', '0']);
	await expect(figures).toContainText('None yet.');
	await page.unroute('**/api/getPublicStats');

	await answerStats(page, someStats);
	await page.reload();
	await expect(figures.getByRole('definition')).toHaveText(['1234567.50 R$', '42']);
	await expect(figures.getByRole('listitem')).toContainText(['r••••50.00 R$']);
	await expectSound(page);
});

test('without an answer the home page claims nothing', async ({ page, trouble }) => {
	trouble.expect('500 POST /api/getPublicStats');
	await page.route('**/api/getPublicStats', (route) => route.fulfill({ status: 500, json: {} }));
	await page.goto('/');
	await expect(page.getByText('The figures cannot be read at the moment.')).toBeVisible();
	await expect(page.getByText('Paid out so far')).toBeHidden();
});
