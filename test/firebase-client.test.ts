import { randomUUID } from 'node:crypto';
import * as firebase from '@firebase/app';
import { Component } from '@firebase/component';
import { getFunctions, httpsCallable } from '@firebase/functions';
import { openFirebaseApp } from './sites/firebase-app.ts';
import { openTestProduct } from './sites/product.ts';
import { usersOf } from './support/users.ts';

const app = await openFirebaseApp();
afterAll(app.close);
const { product, database } = openTestProduct({ env: app.env });
const { signUp } = usersOf(product);

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

	test('the unmodified Firebase client calls with an ID token of the installed app', async () => {
		const { uid } = await signUp();
		await withFirebaseClient(await app.tokenOf(await app.connect(database.owner, uid)), async (call) => {
			expect(await call('createUser')).toEqual({ uid, created: true });
			expect(await call('getOfferHistory')).toEqual({ items: [], nextCursor: null });
			await expect(call('adminGetTreasury')).rejects.toMatchObject({ code: 'functions/unauthenticated' });
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
