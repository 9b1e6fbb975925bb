import { expect, test } from 'vitest';
import { earnersOf } from '../../test/earners.ts';
import { bearer, send } from '../../test/json-client.ts';
import { openTestProduct } from '../../test/product.ts';

const { product } = openTestProduct({ env: { RATE_LIMITS: 'on' } });
const { signUp } = earnersOf(product);

test('five withdrawals a minute may be asked for, by one person; then the answer says how long to wait', async () => {
	const [person, other] = [await signUp(), await signUp()];
	const request = { roblox_username: 'sandbox_player', placeId: 1, amount: 5 };
	const ask = (token: string) =>
		send('POST', `${product().url}/api/processWithdrawal`, { data: request }, bearer(token));
	const answers = await Promise.all(Array.from({ length: 8 }, () => ask(person.accessToken)));
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused).toHaveLength(3);
	expect(refused[0]?.body.error).toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
	expect(refused[0]?.body.error.message).toMatch(/^That was too often\. Try again in \d+ seconds?\.$/);
	expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await ask(other.accessToken)).status).not.toBe(429);
});
