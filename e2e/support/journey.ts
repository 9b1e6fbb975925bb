import { randomUUID } from 'node:crypto';
import {
	type BrowserContext,
	test as base,
	type ConsoleMessage,
	expect,
	type Page,
	type Request,
} from '@playwright/test';
import { sql } from 'kysely';
import { banUser, pauseUser } from '../../server/accounts/user-record/restrict-user.ts';
import { createDatabase, createPool, type Database, inTransaction } from '../../server/lib/db/database.ts';
import { findService } from '../../server/lib/postgres/embedded-postgres.ts';
import { bearer, type Json, request, send } from '../../test/sites/json-client.ts';
import type { Addresses } from './product.ts';

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

/** The account menu appears after hydration, unlike the heading. */
export async function expectSignedIn(page: Page): Promise<void> {
	await expect(page.getByRole('button', { name: /account menu/i })).toBeVisible();
}

/** Named like `404 POST /api/processWithdrawal` or `console error: ...`. */
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
	// This message duplicates a failed response, which says more.
	if (message.text().startsWith('Failed to load resource')) return undefined;
	if (message.text() === 'Service Worker registration blocked by Playwright') return undefined;
	return `console ${message.type()}: ${message.text()}`;
}

const nameOfRequest = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;

const SOON_MS = 10_000;

type WantedGame = { name?: string; passPrice?: number; regionalPricing?: boolean };
export type GameAccount = { name: string; games: { name: string; universeId: number; passId: number | undefined }[] };
export type TestUser = {
	uid: string;
	email: string;
	call: (name: string, data?: unknown) => Promise<Json>;
	balance: () => Promise<number>;
	earn: (reward: string, offerName?: string) => Promise<void>;
	link: (gameAccount: string) => Promise<void>;
	handOffAddress: () => Promise<string>;
};

export const PASSWORD = 'a long enough password';

export async function signUp({ url, sandboxUrl }: Addresses): Promise<TestUser> {
	const email = `${randomUUID()}@example.com`;
	const account = { email, password: PASSWORD, name: 'Person', birthDate: '2000-02-29' };
	const signedUp = await send('POST', `${url}/auth/sign-up/email`, account);
	expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(200);
	const uid: string = signedUp.body.user.id;
	const { body: issued } = await request(`${url}/auth/token`, { headers: bearer(signedUp.body.token) });
	const headers = bearer(issued.token);

	const call = async (name: string, data: unknown = null) => {
		const { status, body } = await send('POST', `${url}/api/${name}`, { data }, headers);
		expect(status, JSON.stringify(body)).toBe(200);
		return body.result;
	};
	const balance = async () => (await request(`${url}/data/users/${uid}`, { headers })).body.robux;
	await call('createUser');

	return {
		uid,
		email,
		call,
		balance,
		async earn(reward, offerName = 'Demo survey') {
			const before = await balance();
			const completion = { userId: uid, reward, campaignName: offerName };
			await send('POST', `${sandboxUrl}/control/wall/completions`, completion);
			await expect.poll(balance, { timeout: SOON_MS, intervals: [30] }).toBeCloseTo(before + Number(reward));
		},
		async link(gameAccount) {
			const patch = { roblox_username: gameAccount };
			expect((await send('PATCH', `${url}/data/users/${uid}`, patch, headers)).status).toBe(200);
		},
		handOffAddress: async () => (await call('createWebSession')).url,
	};
}

/** Each game has one pass, priced for 50 R$ by default. */
export async function addGameAccount({ sandboxUrl }: Addresses, wanted: WantedGame[] = [{}]): Promise<GameAccount> {
	const platform = `${sandboxUrl}/control/platform`;
	const name = `p_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
	const { body: user } = await send('POST', `${platform}/users`, { name });
	const games: GameAccount['games'] = [];
	for (const { name: game = 'Test Harbor', passPrice = 71, regionalPricing = false } of wanted) {
		const { body: added } = await send('POST', `${platform}/games`, { ownerId: user.id, name: game });
		const pass = { universeId: added.universeId, price: passPrice, regionalPricing };
		const { body: addedPass } = await send('POST', `${platform}/passes`, pass);
		games.push({ name: game, universeId: added.universeId, passId: addedPass.id });
	}
	return { name, games };
}

export async function readyToWithdraw(
	product: Addresses,
	{ balance = '120.00', games }: { balance?: string; games?: WantedGame[] } = {},
): Promise<{ user: TestUser; account: GameAccount }> {
	const [user, account] = await Promise.all([signUp(product), addGameAccount(product, games)]);
	await Promise.all([user.earn(balance), user.link(account.name)]);
	return { user, account };
}

export async function inDebt(product: Addresses): Promise<TestUser> {
	const { user, account } = await readyToWithdraw(product);
	const { userId } = await user.call('getRobloxUser', { username: account.name });
	const [game] = await user.call('getRobloxGames', { userId });
	await user.call('processWithdrawal', { roblox_username: account.name, placeId: game.PlaceID, amount: 50 });
	const completions = `${product.sandboxUrl}/control/wall/completions`;
	const { body } = await request(`${completions}?userId=${user.uid}`);
	for (const { id } of body.completions) await send('POST', `${completions}/${id}/reverse`, {});
	await expect.poll(user.balance, { timeout: SOON_MS, intervals: [30] }).toBe(-50);
	return user;
}

/** Orders keep their state until {@link settleOrder}. */
export async function holdPayments({ sandboxUrl }: Addresses): Promise<void> {
	await send('PATCH', `${sandboxUrl}/control/vendor`, { settleMs: null });
}

export async function orderAtVendor({ sandboxUrl }: Addresses, gameAccount: string, orderId?: string): Promise<Json> {
	const isWanted = (order: Json) =>
		order.robloxUsername === gameAccount && (orderId === undefined || order.orderId === orderId);
	const find = async () => {
		const { body } = await request(`${sandboxUrl}/control/vendor/orders`);
		return body.orders.find(isWanted);
	};
	await expect.poll(find, { timeout: SOON_MS, intervals: [30], message: 'an order at the vendor' }).toBeTruthy();
	return find();
}

export async function settleOrder(product: Addresses, gameAccount: string): Promise<void> {
	const { orderId } = await orderAtVendor(product, gameAccount);
	const address = `${product.sandboxUrl}/control/vendor/orders/${orderId}/settle`;
	expect((await send('POST', address, {})).status).toBe(200);
}

export async function openDatabaseOf(dataDir: string): Promise<{ database: Database; close: () => Promise<void> }> {
	const running = await findService(dataDir);
	if (!running) throw new Error(`no database runs on ${dataDir}`);
	const pool = createPool({ url: running.ownerUrl, poolSize: 2, applicationName: 'journeys', onError: () => {} });
	return { database: createDatabase(pool), close: () => pool.end() };
}

export async function ageSessions(database: Database, uid: string, minutes: number): Promise<void> {
	await sql`
		update auth_session set created_at = now() - ${minutes} * interval '1 minute', signed_in_at = null where user_id = ${uid}
	`.execute(database);
}

export async function makeAdmin(database: Database, uid: string): Promise<void> {
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(database);
}

export async function ban(database: Database, uid: string, reason: string): Promise<void> {
	await inTransaction(database, (tx) => banUser(tx, { uid, reason, atMs: Date.now() }));
}

export async function pause(database: Database, uid: string, reason: string): Promise<void> {
	await inTransaction(database, (tx) => pauseUser(tx, { uid, reason }));
}

export async function endAllSessions(database: Database, uid: string): Promise<void> {
	await sql`delete from auth_session where user_id = ${uid}`.execute(database);
}

export const LONG_STORY_MS = 360_000;

/** A tour of pages. `look` checks each state, named by its step. */
export type Walk = {
	context: BrowserContext;
	product: Addresses;
	database: Database;
	look: (step: string, page: Page) => Promise<void>;
};
