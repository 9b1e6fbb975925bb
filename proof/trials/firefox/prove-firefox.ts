import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { ADMIN, type RunningProduct, startProduct } from '../../../e2e/support/product.ts';
import { addGameAccount, PASSWORD } from '../../../e2e/support/test-user.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const LAUNCH = { browser: 'firefox', executablePath: FIREFOX, defaultViewport: { width: 1280, height: 800 } } as const;
const PATIENCE_MS = 60_000;
const OFFER = 'Island farm: reach level 10';

/** @returns the reason why this machine can't run the trial. */
export async function firefoxIsMissing(): Promise<string | undefined> {
	return existsSync(FIREFOX) ? undefined : 'left out: this trial needs Firefox (Debian: firefox-esr).';
}

export async function proveFirefox(_: TrialOptions, print: Print): Promise<Found> {
	await using opened = new AsyncDisposableStack();
	const product = opened.adopt(await startProduct(), ({ stop }) => stop());
	const browser = opened.use(await puppeteer.launch(LAUNCH));
	const findings: string[] = [];
	const { name: gameAccount } = await addGameAccount(product);
	for (const [name, walk] of Object.entries({ earner, admin })) {
		const page = await openPage(browser, (problem) => findings.push(`${name}: ${problem}`));
		await walk(page, product, gameAccount).catch(async (error) => {
			const text = await page.evaluate('document.body.innerText').catch(() => '');
			findings.push(`${name} at ${page.url()}: ${error.message} (${String(text).replaceAll(/\s+/g, ' ')})`);
		});
		print(`the ${name}'s walk ended`);
	}
	return { firefox: await browser.version(), findings };
}

async function openPage(browser: Browser, report: (problem: string) => void): Promise<Page> {
	const page = await (await browser.createBrowserContext()).newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	page.on('console', (message) => message.type() === 'error' && report(`console error: ${message.text()}`));
	page.on('pageerror', (error) => report(`page error: ${error instanceof Error ? error.message : String(error)}`));
	page.on('response', (response) => response.status() >= 400 && report(`${response.status()} ${response.url()}`));
	// Firefox reports a blocked load outside the page's console.
	await page.evaluateOnNewDocument(
		"addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective + ' blocks ' + event.blockedURI))",
	);
	return page;
}

async function earner(page: Page, product: RunningProduct, gameAccount: string): Promise<void> {
	const { open, press, follow, fill, shows, isAt } = actionsOn(page);
	await open(`${product.url}/sign-up`);
	await fill('Name', 'Demo Person');
	await fill('Email address', 'firefox@example.com');
	await fill('Password', PASSWORD);
	await fill('Day', '28');
	await page.select('select[name=month]', '2');
	await fill('Year', '2000');
	await press('Create account');
	await isAt('/earn');

	await open(`${product.url}/earn/sandbox`);
	await press('Open Sandbox Offers');
	const frame = await page.waitForFrame((each) => each.url().startsWith(product.sandboxUrl));
	await frame.locator(`button[aria-label="Complete ${OFFER}"]`).click();
	await shows('240.00 R$');

	// Puppeteer waits for the end of the wall's frame, which Firefox's back/forward cache preserves. A link ends it.
	await follow('/earn');
	await follow('/withdraw');
	await fill('Username', gameAccount);
	await press('Continue');
	await press('Yes');
	await shows('Test Harbor');
	await fill('Amount', '50');
	await press('Withdraw');
	await shows('Withdrawal submitted successfully!');
	await open(`${product.url}/withdraw-history`);
	await shows('Completed');
	await open(`${product.url}/offer-history`);
	await shows(OFFER);
}

async function admin(page: Page, product: RunningProduct, gameAccount: string): Promise<void> {
	const { open, press, follow, fill, shows, isAt } = actionsOn(page);
	await open(`${product.url}/admin/login`);
	await fill('Email', ADMIN.email);
	await fill('Password', ADMIN.password);
	await press('Login');
	await isAt('/admin');
	await page.waitForSelector('section[aria-label="Key figures"]');
	await shows('Owed');
	await follow('/admin/users');
	await shows(gameAccount);
}

function actionsOn(page: Page) {
	const byPath = (path: string) => page.locator(`::-p-xpath(${path})`);
	const isAt = (path: string) => page.waitForFunction(`location.pathname === '${path}'`);
	return {
		open: (address: string) => page.goto(address, { waitUntil: 'domcontentloaded' }),
		press: (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click(),
		async follow(path: string) {
			await page.locator(`:is(nav, main) a[href="${path}"]`).click();
			await isAt(path);
		},
		async fill(label: string, text: string) {
			await byPath(`//label[normalize-space()="${label}"]`).click();
			await page.keyboard.type(text);
		},
		shows: (text: string) => byPath(`//body//*[contains(text(), "${text}")]`).wait(),
		isAt,
	};
}
