import { createHash, randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { refusal } from '../contract/refusals.ts';
import { unbanUser } from '../server/accounts/user-record/ban-user.ts';
import { inTransaction } from '../server/lib/db/database.ts';
import { forgiveChargebacks } from '../server/offerwalls/booking/chargebacks/store-chargebacks.ts';
import { bearer, request, send } from './sites/json-client.ts';
import { openTestProduct, TEST_SECRETS } from './sites/product.ts';
import { soon, usersOf } from './support/users.ts';

const { product, database } = openTestProduct();
const { signUp, caller } = usersOf(product);

type Offer = { transId: string; reward: number; name?: string };

async function post(uid: string, { transId, reward, name = 'Level 30' }: Offer, status: '1' | '2'): Promise<void> {
	const signed = `${uid}${transId}${reward}${TEST_SECRETS.sandboxWallSecret}`;
	const signature = createHash('md5').update(signed).digest('hex');
	const fields = { subId: uid, transId, reward: String(reward), payout: '0.5', campaign_name: name, status, signature };
	const answer = await fetch(`${product().url}/postback/sandbox?${new URLSearchParams(fields)}`);
	expect(await answer.text()).toBe('OK');
}

async function takeBack(uid: string, times: number): Promise<void> {
	for (let n = 0; n < times; n += 1) {
		const offer = { transId: randomUUID(), reward: 20 };
		await post(uid, offer, '1');
		await post(uid, offer, '2');
	}
}

const signIn = (email: string) =>
	send('POST', `${product().url}/auth/sign-in/email`, { email, password: 'a long enough password' });

test('the third chargeback bans; calls, sign-in and a mail give the reason, and an unban restores the account', async () => {
	const { uid, email, call, document } = await signUp();
	await call('createUser');
	await post(uid, { transId: randomUUID(), reward: 70 }, '1');
	await takeBack(uid, 2);
	expect((await document()).robux).toBe(70);
	const { result: before } = await call('getOfferHistory');
	await takeBack(uid, 1);

	const banText = 'Your account is banned: Partners took back 3 of your completed offers. To appeal, write to ';
	const identity = {
		reason: 'banned',
		params: { why: refusal('banned-for-chargebacks', { count: 3 }), contact: expect.stringContaining('@') },
	};
	const banned = { status: 'PERMISSION_DENIED', message: expect.stringContaining(banText), details: identity };
	expect((await call('getOfferHistory')).error).toMatchObject(banned);
	expect((await call('processWithdrawal', {})).error).toMatchObject(banned);
	const refused = await signIn(email);
	expect(refused.status).toBe(403);
	expect(refused.body).toEqual({ code: 'auth/user-disabled', message: expect.stringContaining(banText), ...identity });
	const mails = () => product().sandbox.listMails(email);
	await vi.waitFor(() => expect(mails().at(-1)?.subject).toMatch(/is banned$/), soon);
	expect(mails().at(-1)?.text).toContain('Partners took back 3 of your completed offers.');

	await inTransaction(database.app, async (tx) => {
		expect(await unbanUser(tx, uid)).toBe(true);
		await forgiveChargebacks(tx, { uid, atMs: Date.now() });
	});
	const back = await signIn(email);
	expect(back.status).toBe(200);
	const { body: issued } = await request(`${product().url}/auth/token`, { headers: bearer(back.body.token) });
	const again = caller(uid, issued.token);
	expect((await again.document()).robux).toBe(70);
	const { result: after } = await again.call('getOfferHistory');
	expect(after.items.slice(2)).toEqual(before.items);
});
