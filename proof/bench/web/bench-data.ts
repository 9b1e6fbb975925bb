import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { USERS_PAGE_SIZE } from '../../../contract/limits.ts';
import { browserArguments } from '../../../e2e/support/browser-arguments.ts';
import { openDatabaseOf } from '../../../e2e/support/database.ts';
import type { Addresses, RunningProduct } from '../../../e2e/support/product.ts';
import { enterAsAdmin } from '../../../e2e/support/sign-in.ts';
import { readyToWithdraw, settleOrder, signUp } from '../../../e2e/support/test-user.ts';
import { findChromium } from '../../../scripts/find-chromium.mjs';
import { formatTable, median } from '../lib/bench.ts';

export const PARTNER_CODE = 'bench-partner';
const RUNS = 5;

type Budget = { firstMs: number; againMs: number; requests: number; bytes: number };
type DataPage = { path: string; selector: string; visitor: Visitor };
export type DataResult = DataPage & Budget & { budget: Budget; isMet: boolean };

const budgets: Record<Visitor, Budget> = {
	user: { firstMs: 1_600, againMs: 900, requests: 15, bytes: 150_000 },
	admin: { firstMs: 2_500, againMs: 900, requests: 15, bytes: 185_000 },
};

const pages: readonly DataPage[] = [
	{ path: '/earn', selector: 'main a[href^="/earn/offer/"]', visitor: 'user' },
	{ path: '/withdraw', selector: 'main .ticket-stub:not(:has(.shimmer)) dd', visitor: 'user' },
	...['/offer-history', '/withdraw-history', '/my-offers'].map(
		(path): DataPage => ({ path, selector: 'main tbody time', visitor: 'user' }),
	),
	{ path: '/admin', selector: 'main section[aria-label="Key figures"][aria-busy="false"]', visitor: 'admin' },
	{ path: '/admin/users', selector: 'main tbody a[href^="/admin/users/"]', visitor: 'admin' },
];

/** Measures first and second visits, the median of several runs. */
export async function benchData(
	{ url }: RunningProduct,
	phone: Awaited<ReturnType<typeof openPhone>>,
	only: readonly string[],
): Promise<DataResult[]> {
	const results: DataResult[] = [];
	for (const page of pages.filter(({ path }) => only.length === 0 || only.includes(path))) {
		await phone.signIn(page.visitor);
		const [first, again]: [DataTiming[], DataTiming[]] = [[], []];
		const visit = (isFirst: boolean) =>
			timeToData(phone.context, { address: url + page.path, selector: page.selector, isFirst });
		for (let n = 0; n < RUNS; n += 1) {
			first.push(await visit(true));
			again.push(await visit(false));
		}
		const measured = {
			firstMs: median(first.map(({ shownMs }) => shownMs)),
			againMs: median(again.map(({ shownMs }) => shownMs)),
			requests: median(first.map(({ requests }) => requests)),
			bytes: median(first.map(({ bytes }) => bytes)),
		};
		const budget = budgets[page.visitor];
		const isMet = (Object.keys(budget) as (keyof Budget)[]).every((figure) => measured[figure] <= budget[figure]);
		results.push({ ...page, ...measured, budget, isMet });
		console.error(`${page.path} timed`);
	}
	return results;
}

export function formatData(results: readonly DataResult[]): string {
	const seconds = (ms: number, max: number) => `${(ms / 1000).toFixed(2)} of ${max / 1000} s`;
	const rows = results.map(({ path, firstMs, againMs, requests, bytes, budget, isMet }) => [
		path,
		seconds(firstMs, budget.firstMs),
		seconds(againMs, budget.againMs),
		`${requests} of ${budget.requests}`,
		`${(bytes / 1000).toFixed(1)} of ${budget.bytes / 1000} kB`,
		isMet ? 'met' : 'MISSED',
	]);
	return formatTable(['until data is visible', 'first visit', 'second', 'requests', 'bytes', ''], rows);
}

/** Lighthouse's slow 4G in bytes per second and ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;
const VIEW = { width: 390, height: 844 };
const NOT_COUNTED = new Set(['Image', 'Manifest', 'Other', 'Preflight']);
const PATIENCE_MS = 30_000;

type DataTiming = { shownMs: number; requests: number; bytes: number };

/** Opens a page on a simulated slow phone until `selector` matches. Requests and bytes are without pictures. */
async function timeToData(
	context: BrowserContext,
	{ address, selector, isFirst }: { address: string; selector: string; isFirst: boolean },
): Promise<DataTiming> {
	await using page = await context.newPage();
	await page.setViewportSize(VIEW);
	const cdp = await context.newCDPSession(page);
	await cdp.send('Network.enable');
	if (isFirst) await cdp.send('Network.clearBrowserCache');
	await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
	const counted = new Set<string>();
	let bytes = 0;
	cdp.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => {
		if (!NOT_COUNTED.has(type)) counted.add(requestId);
	});
	cdp.on('Network.requestServedFromCache', ({ requestId }) => counted.delete(requestId));
	cdp.on('Network.responseReceived', ({ requestId, response }) => {
		if (response.fromDiskCache) counted.delete(requestId);
	});
	cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
		if (counted.has(requestId)) bytes += encodedDataLength;
	});
	await page.addInitScript(noteData(selector));
	await page.goto(address, { waitUntil: 'commit' });
	const shown = await page.waitForFunction(() => (globalThis as { dataShownMs?: number }).dataShownMs, undefined, {
		timeout: PATIENCE_MS,
	});
	return { shownMs: Number(await shown.jsonValue()), requests: counted.size, bytes };
}

/** Returns a script that notes the frame that first shows the data. */
function noteData(selector: string): string {
	return `{
const looking = new MutationObserver(() => {
	if (!document.querySelector(${JSON.stringify(selector)})) return;
	looking.disconnect();
	requestAnimationFrame(() => setTimeout(() => { window.dataShownMs = performance.now(); }));
});
looking.observe(document, { childList: true, subtree: true, attributes: true });
}`;
}

const REWARDS = 8;

export type Visitor = 'user' | 'admin';

export async function openPhone(product: RunningProduct, opened: AsyncDisposableStack) {
	const executablePath = await findChromium();
	if (!executablePath) throw new Error('There is no browser to measure with. Run "npm test", which installs one.');
	const { path: profile } = opened.use(await mkdtempDisposable(join(tmpdir(), 'lootpass-phone-')));
	const given = { executablePath, baseURL: product.url, args: [...browserArguments, '--remote-debugging-port=0'] };
	const context = opened.use(await chromium.launchPersistentContext(profile, given));
	let signedIn: Visitor | undefined;
	return {
		context,
		port: await portOf(profile),
		async signIn(visitor: Visitor) {
			if (signedIn === visitor) return;
			signedIn = visitor;
			await context.clearCookies();
			await using page = await context.newPage();
			await (visitor === 'admin' ? enterAdminArea : enterAsUser)(page, product);
		},
	};
}

async function enterAsUser(page: Page, product: Addresses): Promise<void> {
	await page.goto(await handOffAddress(product));
	await page.getByLabel('Game').and(page.locator(':enabled')).waitFor();
}

async function enterAdminArea(page: Page, product: RunningProduct): Promise<void> {
	const { database, close } = await openDatabaseOf(product.dataDir);
	for (let n = 0; n < USERS_PAGE_SIZE; n += 1) await signUp(product);
	await enterAsAdmin(page, product, database);
	await close();
}

export async function savePartnerCode(product: RunningProduct): Promise<void> {
	const { uid } = await signUp(product);
	const { database, close } = await openDatabaseOf(product.dataDir);
	await sql`
		insert into partner_codes (code, set_at, uid, name, landing, terms, hash)
		values (${PARTNER_CODE}, now(), ${uid}, 'Bench', 'Earn with surveys.', 'Terms.', 'hash')
	`.execute(database);
	await close();
}

async function handOffAddress(product: Addresses): Promise<string> {
	const { user, account } = await readyToWithdraw(product, { balance: '620.00' });
	for (let n = 1; n <= REWARDS; n += 1) await user.earn(`${n}.25`, `Survey ${n}`);
	const { userId } = await user.call('getRobloxUser', { username: account.name });
	const [game] = await user.call('getRobloxGames', { userId });
	await user.call('processWithdrawal', { roblox_username: account.name, placeId: game.PlaceID, amount: 50 });
	await settleOrder(product, account.name);
	const { items } = await user.call('getOffers');
	await user.call('openOffer', { id: items[0].id });
	return user.handOffAddress();
}

async function portOf(profile: string): Promise<number> {
	const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
	return Number(port);
}
