import { sql } from 'kysely';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { seedCaps } from './seed-caps.ts';
import { selectPayoutSettings } from './store-safety.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const deps = { db: database.app, clock: payouts.clock, log: silentLog };
const seed = (isPersonCapSet = false) => seedCaps(deps, { isPersonCapSet });
const caps = async () => {
	const { hourCap, dayCap, personDayCap } = await selectPayoutSettings(database.app);
	return [hourCap, dayCap, personDayCap];
};

beforeEach(async () => {
	await sql`delete from seeds`.execute(database.owner);
	await payouts.changeSettings({ hour_cap: null, day_cap: null, person_day_cap: null });
});

test('concurrent starts seed the caps of a new site once, and removed caps stay removed', async () => {
	await Promise.all([seed(), seed(), seed()]);
	expect(await caps()).toEqual([1_000_000, 5_000_000, 300_000]);
	await payouts.changeSettings({ hour_cap: null, person_day_cap: null });
	await seed();
	expect(await caps()).toEqual([null, 5_000_000, null]);
});

test('existing caps stay, and a user cap is seeded only if the settings have none', async () => {
	await payouts.changeSettings({ hour_cap: 50 });
	await seed(true);
	expect(await caps()).toEqual([5_000, 5_000_000, null]);
	await seed();
	expect(await caps()).toEqual([5_000, 5_000_000, 300_000]);
});

test("the seeded cap limits a user's withdrawals", async () => {
	await seed();
	await payouts.changeSettings({ hour_cap: null, day_cap: null, person_day_cap: 80 });
	const actor = await payouts.newUser(200);
	await payouts.submit(actor);
	await payouts.workUntilClosed(actor.uid);
	await expect(payouts.submit(actor)).rejects.toMatchObject({ code: 'resource-exhausted' });
});
