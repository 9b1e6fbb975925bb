import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { USERS_PAGE_SIZE } from '../../../contract/limits.ts';
import { enterAsAdmin } from '../../../e2e/support/admin.ts';
import { browserArguments } from '../../../e2e/support/browser-arguments.ts';
import { openDatabaseOf } from '../../../e2e/support/database.ts';
import type { Addresses, RunningProduct } from '../../../e2e/support/product.ts';
import { readyToWithdraw, settleOrder, signUp } from '../../../e2e/support/user.ts';
import { findChromium } from '../../../scripts/find-chromium.mjs';

const REWARDS = 8;

export type Visitor = 'user' | 'admin';

export async function openPhone(product: RunningProduct) {
	const executablePath = await findChromium();
	if (!executablePath) throw new Error('There is no browser to measure with. Run "npm test", which installs one.');
	const profile = await mkdtemp(join(tmpdir(), 'lootpass-phone-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		baseURL: product.url,
		args: [...browserArguments, '--remote-debugging-port=0'],
	});
	let signedIn: Visitor | undefined;
	return {
		context,
		port: await portOf(profile),
		async signIn(visitor: Visitor) {
			if (signedIn === visitor) return;
			signedIn = visitor;
			await context.clearCookies();
			const page = await context.newPage();
			if (visitor === 'admin') await enterAdminArea(page, product);
			else await enterAsUser(page, product);
			await page.close();
		},
		async close() {
			await context.close();
			await rm(profile, { recursive: true, force: true });
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
