import { bearer, send } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { usersOf } from '../../../test/support/users.ts';

const { product } = openTestProduct({ env: { RATE_LIMITS: 'on' } });
const { readyToWithdraw } = usersOf(product);

test('a user may request five withdrawals a minute, then gets the time to wait', async () => {
	const [user, other] = [await readyToWithdraw(50, 70), await readyToWithdraw(50, 70)];
	const ask = ({ request, accessToken }: typeof user, changes = {}) =>
		send('POST', `${product().url}/api/processWithdrawal`, { data: { ...request, ...changes } }, bearer(accessToken));
	for (let times = 0; times < 6; times += 1) expect((await ask(user, { amount: 1 })).status).toBe(400);
	const answers = await Promise.all(Array.from({ length: 8 }, () => ask(user)));
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused).toHaveLength(3);
	expect(refused[0]?.body.error).toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
	expect(refused[0]?.body.error.message).toMatch(/^Too many tries\. Try again in \d+ seconds?\.$/);
	expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await ask(other)).status).not.toBe(429);
});
