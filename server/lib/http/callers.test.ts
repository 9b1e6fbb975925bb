import { openTestDatabase } from '../../../test/support/database.ts';
import { createRateLimit, visitorOf } from './callers.ts';

const database = openTestDatabase({ poolSize: 20 });
let nowMs = Date.now();
const clock = { now: () => nowMs };
const limit = { max: 5, windowMs: 60_000 };

test('only the allowed number out of fifty concurrent uses on two nodes pass', async () => {
	const nodes = [0, 1].map(() => createRateLimit({ db: database.app, clock }));
	const waits = await Promise.all(Array.from({ length: 50 }, (_, n) => nodes[n % 2]?.('parallel', limit)));
	expect(waits.filter((wait) => wait === undefined)).toHaveLength(5);
	expect(Math.max(...waits.map((wait) => wait ?? 0))).toBeLessThanOrEqual(60_000);
});

test('steady use within the limit is never refused', async () => {
	const take = createRateLimit({ db: database.app, clock });
	for (let index = 0; index < 30; index += 1) {
		expect(await take('steady', limit)).toBeUndefined();
		nowMs += 15_000;
	}
});

test('refused uses do not extend the wait', async () => {
	const take = createRateLimit({ db: database.app, clock });
	for (let index = 0; index < 5; index += 1) await take('impatient', limit);
	nowMs += 59_000;
	expect(await take('impatient', limit)).toBe(1_000);
	nowMs += 1_000;
	expect(await take('impatient', limit)).toBeUndefined();
});

test.each([
	['192.0.2.1', '192.0.2.1'],
	['::ffff:192.0.2.1', '192.0.2.1'],
	['::FFFF:c000:0201', '192.0.2.1'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:0DB8:0001:0002::99', '2001:db8:1:2::/64'],
	['2001:db8::1', '2001:db8:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['::1', '0:0:0:0::/64'],
])('maps the address %s to the visitor %s', (ip, visitor) => expect(visitorOf(ip)).toBe(visitor));
