import { randomUUID } from 'node:crypto';
import * as firebase from '@firebase/app';
import { Component } from '@firebase/component';
import { getFunctions, httpsCallable } from '@firebase/functions';
import { describe, expect, test, vi } from 'vitest';
import { isSignedBy } from '../server/public-proof/proof-key.ts';
import { type Json, request, send } from './sites/json-client.ts';
import { openTestProduct } from './sites/product.ts';
import { soon, usersOf } from './support/users.ts';

const { product } = openTestProduct();
const { signUp, caller, readyToWithdraw } = usersOf(product);

async function withFirebaseClient<Result>(
	accessToken: string | undefined,
	work: (call: (name: string, data?: unknown) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
	const app = firebase.initializeApp({ projectId: 'lootpass' }, randomUUID());
	if (accessToken) {
		const auth = {
			getToken: async () => ({ accessToken }),
			getUid: () => 'uid',
			addAuthTokenListener() {},
			removeAuthTokenListener() {},
		};
		const { _addComponent } = firebase as unknown as {
			_addComponent(to: firebase.FirebaseApp, component: unknown): void;
		};
		_addComponent(app, new Component('auth-internal' as never, () => auth as never, 'PRIVATE' as never));
	}
	const functions = getFunctions(app, `${product().url}/api`);
	try {
		return await work(async (name, data) => (await httpsCallable(functions, name)(data)).data);
	} finally {
		await firebase.deleteApp(app);
	}
}

describe('the unmodified Firebase client', () => {
	test('the unmodified Firebase client gets results', async () => {
		const { uid, accessToken } = await signUp();
		await withFirebaseClient(accessToken, async (call) => {
			expect(await call('createUser')).toEqual({ uid, created: true });
			expect(await call('createUser')).toEqual({ uid, created: false });
			expect(await call('getOfferHistory')).toEqual({ items: [], nextCursor: null });
			expect(await call('getWithdrawHistory', { limit: 5, cursor: null })).toEqual({ items: [], nextCursor: null });
		});
	});

	test('the unmodified Firebase client gets error codes, messages and details', async () => {
		const { accessToken } = await signUp();
		await withFirebaseClient(accessToken, async (call) => {
			await expect(call('getRobloxUser', { username: 'nobody_has_this' })).rejects.toMatchObject({
				code: 'functions/not-found',
				details: { reason: 'user-not-found', params: { platform: 'Roblox' } },
			});
			await expect(call('processWithdrawal', {})).rejects.toMatchObject({
				code: 'functions/invalid-argument',
				message: expect.stringContaining('Please fill in all fields'),
			});
			await expect(call('noSuchCall')).rejects.toMatchObject({ code: 'functions/unimplemented' });
		});
		await withFirebaseClient(undefined, async (call) => {
			await expect(call('processWithdrawal', {})).rejects.toMatchObject({
				code: 'functions/unauthenticated',
				message: expect.stringContaining('You must be logged in to withdraw'),
			});
		});
		await withFirebaseClient('forged', async (call) => {
			await expect(call('createUser')).rejects.toMatchObject({ code: 'functions/unauthenticated' });
		});
	});
});

describe('the main flow', () => {
	// spec: 7.process-withdrawal
	test('a signed postback becomes a paid withdrawal', async () => {
		const user = await readyToWithdraw(50);

		const { result: webSession } = await user.call('createWebSession');
		expect(webSession.url).toBe(`${product().url}/withdraw?token=${webSession.token}`);
		const verified = await send('POST', `${product().url}/api/verifyWebSession`, { data: { token: webSession.token } });
		const browser = { origin: product().url };
		const signedIn = await send('POST', `${product().url}/auth/sign-in/custom-token`, verified.body.result, browser);
		expect(signedIn.status).toBe(200);
		expect(JSON.stringify(signedIn.body)).not.toContain(webSession.token);
		const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
		expect(signedIn.headers.getSetCookie()[0]).toMatch(/HttpOnly/i);
		const issued = await request(`${product().url}/auth/token`, { headers: { cookie } });
		const page = caller(user.uid, issued.body.token);

		const { result: order } = await page.call('processWithdrawal', { ...user.request, requestId: randomUUID() });
		expect(order).toMatchObject({ status: 'Pending', amount: 50, price: 71 });
		expect((await page.document()).robux).toBe(user.reward - 50);
		await vi.waitFor(async () => {
			const { result: history } = await page.call('getWithdrawHistory');
			expect(history.items).toMatchObject([
				{ id: order.id, order_id: order.order_id, amount: 50, status: 'Completed', is_refunded: false },
			]);
		}, soon);
		const { body: vendor } = await request(`${product().sandbox.url}/control/vendor/payments`);
		expect(vendor.payments.filter((payment: Json) => payment.orderId === order.order_id)).toHaveLength(1);
		await expectReceipt(page, { ...order, ...user, earned: user.reward });
	});

	async function expectReceipt(page: ReturnType<typeof caller>, person: Json): Promise<void> {
		const { result: withdrawals } = await page.call('getWithdrawHistory');
		const { result: earned } = await page.call('getOfferHistory');
		const { body: published } = await request(`${product().url}/.well-known/lootpass-proof.json`);
		const publicKey = Buffer.from(published.keys[0].public_key, 'base64url');
		for (const [line, kind, amount] of [
			[withdrawals.items[0], 'withdrawal-paid', 50],
			[earned.items[0], 'credit', person.reward],
		] as const) {
			const { body: receipt, headers } = await request(`${product().url}/receipt/${line.receipt}.json`);
			expect(receipt).toMatchObject({ kind, amount: String(amount * 100), id: line.receipt });
			expect(isSignedBy(publicKey, receipt)).toBe(true);
			expect(headers.get('cache-control')).toBe('no-store');
			expect(headers.get('x-robots-tag')).toBe('noindex');
			expect(headers.get('referrer-policy')).toBe('no-referrer');
			expect((await page.call('getReceipt', { id: line.id })).result).toEqual(receipt);
			const { body: state } = await request(`${product().url}/receipt/${line.receipt}/state`);
			const text = JSON.stringify([receipt, state]);
			for (const own of [person.uid, person.email, 'Person', person.request.roblox_username, person.order_id]) {
				expect(text).not.toContain(own);
			}
		}
	}
});
