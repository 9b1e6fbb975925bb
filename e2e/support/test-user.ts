import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { bearer, type Json, request, send } from '../../test/sites/json-client.ts';
import type { Addresses } from './product.ts';

const SOON_MS = 10_000;

type WantedGame = { name?: string; passPrice?: number };
export type GameAccount = { name: string };
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
	for (const { name: game = 'Test Harbor', passPrice: price = 71 } of wanted) {
		const { body: added } = await send('POST', `${platform}/games`, { ownerId: user.id, name: game });
		await send('POST', `${platform}/passes`, { universeId: added.universeId, price, regionalPricing: false });
	}
	return { name };
}

export async function readyToWithdraw(
	product: Addresses,
	{ balance = '120.00', games }: { balance?: string; games?: WantedGame[] } = {},
): Promise<{ user: TestUser; account: GameAccount }> {
	const [user, account] = await Promise.all([signUp(product), addGameAccount(product, games)]);
	await Promise.all([user.earn(balance), user.link(account.name)]);
	return { user, account };
}

export async function withdraw(user: TestUser, account: GameAccount, amount = 50): Promise<string> {
	const { userId } = await user.call('getRobloxUser', { username: account.name });
	const [game] = await user.call('getRobloxGames', { userId });
	const payload = { roblox_username: account.name, placeId: game.PlaceID, amount };
	return (await user.call('processWithdrawal', payload)).order_id;
}

export async function enterGameAccount(page: Page, name: string): Promise<void> {
	const dialog = page.getByRole('dialog', { name: /^Your Roblox/ });
	await dialog.getByLabel('Username').fill(name);
	await dialog.getByRole('button', { name: 'Continue' }).click();
	await dialog.getByRole('button', { name: 'Yes' }).click();
	await expect(dialog).toBeHidden();
}

export async function withdrawByHand(page: Page, gameAccount: string): Promise<void> {
	await enterGameAccount(page, gameAccount);
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
}

export async function inDebt(product: Addresses): Promise<TestUser> {
	const { user, account } = await readyToWithdraw(product);
	await withdraw(user, account);
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
