import {
	type BrowserContext,
	test as base,
	type ConsoleMessage,
	expect,
	type Locator,
	type Page,
	type Request,
} from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { openDatabaseOf } from './database.ts';
import type { Addresses } from './product.ts';
import { readyToWithdraw, type TestUser } from './test-user.ts';

type Journey = {
	product: Addresses;
	/** Errors that a test expects; all others fail it. */
	trouble: Trouble;
	database: Database;
	enter: (user: TestUser) => Promise<void>;
	enterReady: (ready?: Parameters<typeof readyToWithdraw>[1]) => ReturnType<typeof readyToWithdraw>;
};

export const test = base.extend<Journey>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
	product: async ({}, use) => {
		const { E2E_PRODUCT_URL: url, E2E_SANDBOX_URL: sandboxUrl } = process.env;
		if (!url || !sandboxUrl) throw new Error('no product is running');
		await use({ url, sandboxUrl });
	},
	// biome-ignore lint/correctness/noEmptyPattern: as above.
	database: async ({}, use) => {
		const { database, close } = await openDatabaseOf(process.env.E2E_DATA_DIR ?? '');
		await use(database);
		await close();
	},
	baseURL: async ({ product }, use) => use(product.url),
	trouble: [
		async ({ context }, use) => {
			const trouble = watchForTrouble(context);
			await use(trouble);
			expect(trouble.unsettled(), 'trouble in the pages').toEqual([]);
		},
		{ auto: true },
	],
	enter: async ({ page }, use) => {
		await use(async (user) => {
			await openSignedIn(page, await user.handOffAddress());
			await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
		});
	},
	enterReady: async ({ product, enter }, use) => {
		await use(async (ready) => {
			const readyUser = await readyToWithdraw(product, ready);
			await enter(readyUser.user);
			return readyUser;
		});
	},
});

export { expect };

/** Answers without the first data, so that the page sends its own requests. */
export async function withoutFirstData(page: Page): Promise<void> {
	await page.route('**/auth/start?*', async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, json: { ...(await response.json()), start: null } });
	});
}

/** Waits for the page's last request, because none succeeds after the session ends. */
export async function openSignedIn(page: Page, address: string): Promise<void> {
	const last = address.includes('token=') ? '/api/getNotices' : '/live';
	let isThere = false;
	page.once('framenavigated', () => {
		isThere = true;
	});
	const answered = page.waitForResponse((answer) => isThere && answer.url().endsWith(last));
	await Promise.all([answered, page.goto(address)]);
}

export async function expectSignedIn(page: Page): Promise<void> {
	await expect(page.getByRole('button', { name: /account menu/i })).toBeVisible();
}

type Trouble = {
	/** Names errors that must occur, before or after this call; the test fails if one does not. */
	expect: (...names: string[]) => void;
	unsettled: () => string[];
};

function watchForTrouble(context: BrowserContext): Trouble {
	const happened: string[] = [];
	const expected: string[] = [];

	context.on('console', (message) => {
		const name = nameOfMessage(message);
		if (name) happened.push(name);
	});
	context.on('weberror', (error) => happened.push(`page error: ${error.error().message}`));
	context.on('requestfailed', (request) => {
		const reason = request.failure()?.errorText ?? 'failed';
		if (reason !== 'net::ERR_ABORTED') happened.push(`${reason} ${nameOfRequest(request)}`);
	});
	context.on('response', (response) => {
		if (response.status() >= 400) happened.push(`${response.status()} ${nameOfRequest(response.request())}`);
	});

	return {
		expect: (...names) => void expected.push(...names),
		unsettled: () => [
			...happened.filter((name) => !expected.some((each) => name.includes(each))),
			...expected.filter((each) => !happened.some((name) => name.includes(each))).map((name) => `missing: ${name}`),
		],
	};
}

function nameOfMessage(message: ConsoleMessage): string | undefined {
	if (message.type() !== 'error' && message.type() !== 'warning') return undefined;
	if (message.text().startsWith('Failed to load resource')) return undefined;
	if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
	return `console ${message.type()}: ${message.text()}`;
}

const nameOfRequest = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

export const LONG_STORY_MS = 360_000;

export type Walk = {
	context: BrowserContext;
	product: Addresses;
	database: Database;
	/** Checks a page, or the page of an element once that is visible. */
	look: (step: string, shown: Page | Locator) => Promise<void>;
};
