import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newEmail, openTestProduct, signUpForm, TEST_SECRETS } from '../../test/sites/identity-site.ts';
import { bearer, request, send } from '../../test/sites/json-client.ts';
import { soon, usersOf } from '../../test/support/users.ts';

const { product, database } = openTestProduct();
const { caller } = usersOf(product);

async function signUp(email: string) {
	const { body } = await send('POST', `${product().url}/auth/sign-up/email`, signUpForm({ email }));
	const { body: issued } = await request(`${product().url}/auth/token`, { headers: bearer(body.token) });
	const uid: string = body.user.id;
	await vi.waitFor(async () => {
		const links = product()
			.sandbox.listMails(email)
			.flatMap((mail) => mail.links)
			.toReversed();
		const codes = links.flatMap((link) => link.match(/verify-email#code=([\w-]{43})/)?.[1] ?? []);
		const answers = await Promise.all(
			codes.map((code) => send('POST', `${product().url}/auth/verify-email`, { code })),
		);
		expect(answers.some(({ status }) => status === 200)).toBe(true);
	}, soon);
	return { uid, ...caller(uid, issued.token) };
}

async function post(uid: string, transId: string, status: '1' | '2'): Promise<void> {
	const signature = createHash('md5').update(`${uid}${transId}20${TEST_SECRETS.sandboxWallSecret}`).digest('hex');
	const fields = { subId: uid, transId, reward: '20', payout: '0.5', status, signature };
	const answer = await fetch(`${product().url}/postback/sandbox?${new URLSearchParams(fields)}`);
	expect(await answer.text()).toBe('OK');
}

test('three chargebacks after a deletion ban the new account with the same confirmed address', async () => {
	const email = newEmail();
	const first = await signUp(email);
	await first.call('createUser');
	const credits = [randomUUID(), randomUUID(), randomUUID()];
	for (const transId of credits) await post(first.uid, transId, '1');
	expect(await first.call('deleteAccount')).toEqual({ result: { deleted: true } });

	const second = await signUp(email);
	expect(await second.call('createUser')).toMatchObject({ result: { uid: second.uid } });
	for (const transId of credits) await post(first.uid, transId, '2');
	await vi.waitFor(async () => {
		const { rows } = await sql<{ reason: string | null }>`
			select ban_reason as reason from users where uid = ${second.uid}
		`.execute(database.owner);
		expect(rows[0]?.reason).toContain('3');
	}, soon);
	expect((await second.call('getWithdrawLimits')).error).toBeDefined();
});
