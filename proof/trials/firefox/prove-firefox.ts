import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { ADMIN, type RunningProduct, startProduct } from '../../../e2e/support/product.ts';
import { addGameAccount, PASSWORD } from '../../../e2e/support/test-user.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? 'firefox-esr';
const PATIENCE_MS = 60_000;
const EARNER = 'firefox@example.com';
const OFFER = 'Island farm: reach level 10';
const execute = promisify(execFile);

/** @returns the reason why this machine can't run the trial. */
export async function firefoxIsMissing(): Promise<string | undefined> {
	const found = await execute('sh', ['-c', `command -v ${FIREFOX}`]).catch(() => undefined);
	return found ? undefined : 'left out: this trial needs Firefox (Debian: firefox-esr).';
}

/** Walks the main flows in the installed Firefox over WebDriver BiDi. */
export async function proveFirefox(_: TrialOptions, print: Print): Promise<Found> {
	const product = await startProduct();
	const { stdout } = await execute('sh', ['-c', `command -v ${FIREFOX}`]);
	const browser = await puppeteer.launch({ browser: 'firefox', executablePath: stdout.trim(), headless: true });
	const findings: string[] = [];
	try {
		for (const [name, walk] of Object.entries({ earner, admin })) {
			const page = await openPage(browser, (problem) => findings.push(`${name}: ${problem}`));
			await walk(page, product).catch(async (error) => {
				const text = await page.evaluate('document.body.innerText').catch(() => '');
				findings.push(`${name} at ${page.url()}: ${error.message} (${String(text).replaceAll(/\s+/g, ' ')})`);
			});
			print(`${name} walked`);
		}
		return { firefox: await browser.version(), findings };
	} finally {
		await browser.close();
		await product.stop();
	}
}

async function openPage(browser: Browser, report: (problem: string) => void): Promise<Page> {
	const page = await (await browser.createBrowserContext()).newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	page.on('console', (message) => {
		if (message.type() === 'error') report(`console error: ${message.text()}`);
	});
	page.on('pageerror', (error) => report(`page error: ${error instanceof Error ? error.message : String(error)}`));
	page.on('response', (response) => {
		if (response.status() >= 400) report(`${response.status()} ${response.url()}`);
	});
	// Firefox reports a blocked load outside the page's console.
	await page.evaluateOnNewDocument(
		"addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective + ' blocks ' + event.blockedURI))",
	);
	return page;
}

async function earner(page: Page, product: RunningProduct): Promise<void> {
	const { open, press, fill, shows, isAt } = actionsOn(page);
	await open(`${product.url}/sign-up`);
	await fill('Name', 'Demo Person');
	await fill('Email address', EARNER);
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

	const account = await addGameAccount(product);
	await open(`${product.url}/withdraw`);
	await fill('Username', account.name);
	await press('Continue');
	await press('Yes');
	const option = await page.waitForSelector('::-p-xpath(//option[.="Test Harbor"])');
	await page.select('main select', String(await (await option?.getProperty('value'))?.jsonValue()));
	await fill('Amount', '50');
	await page.locator('main form button[type=submit]').click();
	await shows('Withdrawal submitted successfully!');
	await open(`${product.url}/withdraw-history`);
	await shows('Completed');
	await open(`${product.url}/offer-history`);
	await shows(OFFER);
}

async function admin(page: Page, product: RunningProduct): Promise<void> {
	const { open, press, fill, shows, isAt } = actionsOn(page);
	await open(`${product.url}/admin/login`);
	await fill('Email', ADMIN.email);
	await fill('Password', ADMIN.password);
	await press('Login');
	await isAt('/admin');
	await page.waitForSelector('section[aria-label="Key figures"]');
	await shows('Owed');
	await open(`${product.url}/admin/users`);
	await shows(EARNER);
}

function actionsOn(page: Page) {
	const byPath = (path: string) => page.locator(`::-p-xpath(${path})`);
	return {
		// The load event also waits for pictures.
		open: (address: string) => page.goto(address, { waitUntil: 'domcontentloaded' }),
		press: (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click(),
		fill: async (label: string, text: string) => {
			await byPath(`//label[normalize-space()="${label}"]`).click();
			await page.keyboard.type(text);
		},
		shows: (text: string) => byPath(`//body//*[contains(text(), "${text}")]`).wait(),
		isAt: (path: string) => page.waitForFunction(`location.pathname === '${path}'`),
	};
}
