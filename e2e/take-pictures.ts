/**
 * Writes build/pictures and docs/pictures.
 * Run: `node_modules/.bin/node e2e/take-pictures.ts`, optionally with looks such as `390-dark`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../scripts/find-chromium.mjs';
import { createPool } from '../server/lib/db/database.ts';
import { findService } from '../server/lib/postgres/embedded-postgres.ts';
import { seedSite } from '../server/seed/seed-site.ts';
import { browserArguments } from './support/browser-arguments.ts';
import { openDatabaseOf } from './support/database.ts';
import { startProduct } from './support/product.ts';
import { walkTheStory } from './support/story.ts';
import { holdPayments, settleOrder } from './support/user.ts';
import { walkAccount } from './walks/walk-account.ts';
import { walkAdmin } from './walks/walk-admin.ts';
import { walkSignIn } from './walks/walk-sign-in.ts';
import { walkStates } from './walks/walk-states.ts';

const ROOT = join(import.meta.dirname, '..');
const ALL = join(ROOT, 'build/pictures');
const DOCUMENTS = join(ROOT, 'docs/pictures');
/** Maximum px of a long admin page. */
const LIST_LENGTH = 4_600;
const PICTURE_BYTES_MAX = 150 * 1024;
const GAME_ACCOUNT = 'sandbox_player';

const wanted = process.argv.slice(2);
const isWanted = (picture: string) => wanted.length === 0 || wanted.some((look) => picture.endsWith(look));
const viewports = { 390: { width: 390, height: 844 }, 1280: { width: 1280, height: 800 } };
const forDocuments = {
	'home-390-dark': 'home-guest-390-dark',
	'phone-1280-light': 'phone-sign-up-1280-light',
	'username-390-light': 'username-390-light',
	'withdraw-1280-light': 'withdraw-1280-light',
	'withdraw-history-1280-light': 'withdraw-history-1280-light',
	'withdraw-390-light': 'withdraw-390-light',
	'paused-390-light': 'paused-390-light',
};
const homeParts = { 'home-proof': 'Happening now', 'home-steps': 'How it works', 'home-questions': 'Questions' };
/** Headless Chromium hides scrollbars, so their gutter would be empty. */
const STYLE = 'html { scrollbar-gutter: auto !important }';

await Promise.all([ALL, DOCUMENTS].map((folder) => mkdir(folder, { recursive: true })));
const executablePath = await findChromium();
if (!executablePath) throw new Error('There is no browser. Run "npm test", which installs one.');
const browser = await chromium.launch({ executablePath, args: browserArguments });
try {
	for (const width of [390, 1280] as const)
		for (const look of ['light', 'dark'] as const) {
			if (!isWanted(`${width}-${look}`)) continue;
			await takeAll(width, look);
			await takeAdminArea(width, look);
		}
} finally {
	await browser.close();
}
for (const [name, step] of Object.entries(forDocuments)) if (isWanted(step)) await keepForDocuments(name, step);

type Take = (step: string, page: Page) => Promise<void>;

/** Each run needs a fresh product, because all use the same account. */
async function takeAll(width: keyof typeof viewports, colorScheme: 'light' | 'dark'): Promise<void> {
	const product = await startProduct();
	await holdPayments(product);
	const options = {
		viewport: viewports[width],
		colorScheme,
		reducedMotion: 'reduce',
		// The CSP would block the added style.
		bypassCSP: true,
		baseURL: product.url,
	} as const;
	const context = await browser.newContext(options);
	const newcomer = await browser.newContext(options);
	const member = await browser.newContext(options);
	const unlucky = await browser.newContext(options);
	const { database, close } = await openDatabaseOf(product.dataDir);
	try {
		const take: Take = async (step, page) => {
			await page.bringToFront();
			await page.screenshot({ path: join(ALL, `${step}-${width}-${colorScheme}.png`), style: STYLE });
		};
		const takeBelow = async (page: Page) => {
			for (const [step, heading] of Object.entries(homeParts)) {
				await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView());
				await take(step, page);
			}
		};
		await walkTheStory({
			context,
			product,
			email: 'demo@example.com',
			gameAccount: GAME_ACCOUNT,
			look: take,
			pay: () => settleOrder(product, GAME_ACCOUNT),
		});
		await takeGuestsHome(newcomer, take);
		await walkSignIn({ context: newcomer, product, look: take });
		await walkAccount({ context: member, product, database, look: take });
		await walkStates({ context: unlucky, product, look: take });
		const page = await context.newPage();
		await page.goto(`${product.url}/earn`, { waitUntil: 'networkidle' });
		await take('earn', page);
		await takeNotices(page, take);
		await page.getByRole('link', { name: /^Sandbox Offers/ }).click();
		await page.frameLocator('iframe').getByRole('button', { name: 'Complete Quick daily question' }).click();
		await page.getByText('from Sandbox Offers').waitFor();
		await take('earn-wall', page);
		for (const path of [
			'/',
			'/admin/login',
			'/proof',
			'/status',
			'/privacy-policy',
			'/terms-of-service',
			'/no-such-page',
		]) {
			await page.goto(product.url + path, { waitUntil: 'networkidle' });
			await take(path === '/' ? 'home' : path.slice(1).replace('/', '-'), page);
			if (path === '/') await takeBelow(page);
		}
	} finally {
		await Promise.all([context, newcomer, member, unlucky].map((each) => each.close()));
		await close();
		await product.stop();
	}
}

async function takeAdminArea(width: keyof typeof viewports, colorScheme: 'light' | 'dark'): Promise<void> {
	const product = await startProduct({ PAYOUT_VENDOR: 'manual', PAYOUT_USD_PER_THOUSAND: '4.5' });
	const viewport = viewports[width];
	const options = { viewport, colorScheme, reducedMotion: 'reduce', bypassCSP: true, baseURL: product.url } as const;
	const context = await browser.newContext(options);
	const { database, close } = await openDatabaseOf(product.dataDir);
	try {
		await seed(product.dataDir);
		const look = async (step: string, page: Page) => {
			const path = join(ALL, `${step}-${width}-${colorScheme}.png`);
			const length = await page.evaluate(() => document.documentElement.scrollHeight);
			const isOpen = await page.getByRole('dialog').isVisible();
			const clip = { x: 0, y: 0, width, height: Math.min(length, LIST_LENGTH) };
			await page.screenshot({ path, style: STYLE, ...(isOpen ? {} : { fullPage: true, clip }) });
		};
		await walkAdmin({ context, product, database, look });
	} finally {
		await context.close();
		await close();
		await product.stop();
	}
}

async function seed(dataDir: string): Promise<void> {
	const url = (await findService(dataDir))?.ownerUrl ?? '';
	const pool = createPool({ url, poolSize: 1, applicationName: 'pictures', onError: () => {} });
	await seedSite(pool, { users: 400, credits: 6_000, withdrawals: 200 }, { amongReal: true });
	await pool.end();
}

async function takeGuestsHome(context: BrowserContext, take: Take): Promise<void> {
	const page = await context.newPage();
	await page.goto('/', { waitUntil: 'networkidle' });
	await page.getByRole('link', { name: 'Sign in' }).waitFor();
	await take('home-guest', page);
	await page.close();
}

async function takeNotices(page: Page, take: Take): Promise<void> {
	const bell = page.getByRole('button', { name: /^Notifications/ });
	if (!(await bell.isVisible())) await page.getByRole('button', { name: /account menu/i }).click();
	await bell.click();
	await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
	await take('notices', page);
	await page.keyboard.press('Escape');
}

/** 256 colours take a third of the bytes. */
async function keepForDocuments(name: string, step: string): Promise<void> {
	const file = join(DOCUMENTS, `${name}.png`);
	const { size } = await sharp(join(ALL, `${step}.png`))
		.png({ palette: true, effort: 10 })
		.toFile(file);
	if (size > PICTURE_BYTES_MAX) throw new Error(`${name}.png has ${size} bytes, more than ${PICTURE_BYTES_MAX}`);
}
