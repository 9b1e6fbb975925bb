import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signUp } from '../support/earner.ts';
import { expect, test as journey } from '../support/journey.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';

/** Walls of partners as they may turn out to be: for adults, switched off, slow, leading elsewhere, holding back. */
const SECRET = 'a secret of the partner';
const entry = { partner: 'wannads', secret: SECRET };
const walls = [
	{ ...entry, id: 'wall', name: 'Wall', override: { wallUrl: 'https://wall.example/show?user={uid}' } },
	{ ...entry, id: 'held', name: 'Patient', holdHours: 24, override: { wallUrl: 'https://patient.example/{uid}' } },
	{
		...entry,
		id: 'long',
		name: 'A partner with a name as long as a wall may ever have it',
		minAge: 18,
		override: { wallUrl: 'https://a-host-with-a-name-of-quite-some-length.offers.example/{uid}' },
	},
	{ ...entry, id: 'old', name: 'For the old', minAge: 99, override: { wallUrl: 'https://old.example/{uid}' } },
	{ ...entry, id: 'off', name: 'Switched off', enabled: false, override: { wallUrl: 'https://off.example/{uid}' } },
];

const test = journey.extend<object, { ownProduct: RunningProduct }>({
	ownProduct: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
		async ({}, use) => {
			const folder = mkdtempSync(join(tmpdir(), 'lootpass-walls-'));
			const file = join(folder, 'walls.json');
			writeFileSync(file, JSON.stringify(walls));
			const product = await startProduct({ OFFERWALLS_FILE: file });
			await use(product);
			await product.stop();
			rmSync(folder, { recursive: true });
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	product: async ({ ownProduct }, use) => use(ownProduct),
});

test.describe.configure({ mode: 'default' });

async function wallShows(page: Page, body: string): Promise<void> {
	await page.context().route('https://wall.example/**', (route) => route.fulfill({ contentType: 'text/html', body }));
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="Wall"]');

test('walls for others and walls that are off are neither listed nor opened', async ({ page, product, enter }) => {
	await enter(await signUp(product));
	await page.goto('/earn');
	await expect(page.getByRole('region', { name: 'Offerwalls' }).getByRole('link')).toHaveText([
		/^WWall/,
		/^PPatient/,
		/18\+/,
	]);
	for (const id of ['old', 'off']) {
		await page.goto(`/earn/${id}`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('This offerwall is not open');
		await expect(page.locator('iframe')).toHaveCount(0);
	}
});

test('a wall is told who, and from which site, and nobody else is told anything', async ({ page, product, enter }) => {
	const earner = await signUp(product);
	await wallShows(page, '<h1>Wall</h1>');
	await enter(earner);
	const asked = page.waitForRequest('https://wall.example/**');
	await page.goto('/earn/wall');
	const request = await asked;
	expect(request.url()).toBe(`https://wall.example/show?user=${earner.uid}`);
	expect(await request.headerValue('referer')).toBe(`${product.url}/`);
	expect(page.url()).not.toContain(earner.uid);
	const link = page.getByRole('link', { name: 'Open in a new tab' });
	await expect(link).toHaveAttribute('rel', 'noopener');
	await expect(link).toHaveAttribute('href', request.url());
});

test('an offer opens in a tab that the wall leads, and neither leads our page away', async ({
	page,
	product,
	enter,
}) => {
	await wallShows(
		page,
		`<button onclick="
			const tab = window.open('', '_blank');
			this.textContent = tab ? 'opened' : 'blocked';
			if (tab) tab.location = 'https://wall.example/offer';
		">Start</button>
		<a href="https://wall.example/away" target="_top">Away</a>`,
	);
	await enter(await signUp(product));
	await page.goto('/earn/wall');
	const opened = page.context().waitForEvent('page');
	await frameOf(page).getByRole('button').click();
	await expect(frameOf(page).getByRole('button')).toHaveText('opened');
	const tab = await opened;
	await tab.waitForURL('https://wall.example/offer');
	await tab.evaluate(() => {
		for (const lead of [
			() => opener.top.location.assign('https://wall.example/away'),
			() => open('https://wall.example/away', '_top'),
		])
			try {
				lead();
			} catch {}
	});
	await page.bringToFront();
	expect(page.url()).toBe(`${product.url}/earn/wall`);
});

test('a wall that leads on to another site stays out, and the page says what to do', async ({
	page,
	product,
	trouble,
	enter,
}) => {
	trouble.expect('console error: Framing');
	await wallShows(page, `<script>location = 'https://elsewhere.example/survey'</script>`);
	await enter(await signUp(product));
	await page.goto('/earn/wall');
	await expect(page.getByText('This offer goes on at another site')).toBeVisible();
	await expect(page.getByRole('link', { name: 'open it in a new tab' })).toHaveAttribute(
		'href',
		/^https:\/\/wall\.example/,
	);
});

test('a wall that does not answer says so after a while, and is tried again', async ({ page, product, enter }) => {
	await page.clock.install();
	let answers = false;
	await page.context().route('https://wall.example/**', async (route) => {
		if (answers) await route.fulfill({ contentType: 'text/html', body: '<h1>Here</h1>' });
	});
	await enter(await signUp(product));
	await page.goto('/earn/wall', { waitUntil: 'commit' });
	await expect(page.getByText('Opening Wall…')).toBeVisible();
	await page.clock.runFor(9_000);
	await expect(page.getByText('Wall is taking long to answer.')).toBeVisible();
	await expect(page.getByText('Opening Wall…')).toBeHidden();
	answers = true;
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(frameOf(page).getByRole('heading')).toHaveText('Here');
	await expect(page.getByText('Wall is taking long to answer.')).toBeHidden();
});
