import { openSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { DatabaseUnavailable } from '../lib/db/database.ts';

const site = openSite(openTestDatabase());

test('an unavailable database gives 503 with Retry-After, not a sign-out', async () => {
	const { sessionToken } = await site.signUp();
	const bearer = { authorization: `Bearer ${sessionToken}` };
	expect((await site.get('/auth/token', bearer)).statusCode).toBe(200);

	vi.spyOn(site.deps.db.pool, 'connect').mockRejectedValue(new DatabaseUnavailable('gone', { wasSent: false }));
	onTestFinished(() => void vi.restoreAllMocks());
	for (const path of ['/auth/token', '/auth/account', '/auth/list-sessions']) {
		const answer = await site.get(path, bearer);
		expect([path, answer.statusCode, answer.json().code]).toEqual([path, 503, 'auth/network-request-failed']);
		expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
	}
	const signIn = { email: 'a@example.com', password: 'a password' };
	expect((await site.post('/auth/sign-in/email', signIn)).statusCode).toBe(503);
	const handOff = await site.call('verifyWebSession', { token: 'a'.repeat(43) });
	expect([handOff.statusCode, handOff.json().error.status]).toEqual([503, 'UNAVAILABLE']);
	expect((await site.post('/auth/sign-out', {}, bearer)).statusCode).toBe(503);
	expect((await site.get('/auth/token')).statusCode).toBe(401);
	site.errors.length = 0;
});
