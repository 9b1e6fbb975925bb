import { sql } from 'kysely';
import type { AdminUserRow } from '../../contract/admin/admin.ts';
import { lootablyOffer } from '../../test/partners/feed-examples.ts';
import { openAdminSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { purgeExpired } from '../accounts/user-record/purge-expired.ts';
import { systemClock } from '../lib/clock-and-log.ts';
import { inTransaction, withPool } from '../lib/db/database.ts';
import { lootablyFeed } from '../offerwalls/feeds/feeds.ts';
import { readOffer } from '../offerwalls/feeds/read-offer.ts';
import { replaceOffers } from '../offerwalls/feeds/store-feeds.ts';
import { seedSite } from './seed-site.ts';

const database = openTestDatabase();
const site = openAdminSite(database);
const seed = (size: { users: number; credits: number; withdrawals: number }) =>
	withPool({ url: database.ownerUrl, name: 'seed' }, (pool) => seedSite(pool, size, { amongReal: true }));

beforeAll(async () => {
	const offers = Array.from({ length: 20 }, (_, n) => readOffer(lootablyFeed, lootablyOffer(`o${n}`), undefined));
	await inTransaction(database.app, (tx) => replaceOffers(tx, 'shop', offers, Date.now()));
	await seed({ users: 25, credits: 300, withdrawals: 10 });
});

test('an admin can open every seeded user with their lists', async () => {
	const admin = await site.admin();
	await purgeExpired({ db: database.app, clock: systemClock });
	const { items } = (await site.callAs('adminSearch', { query: 'person-7@seed' }, admin)) as { items: object[] };
	expect(items).toHaveLength(1);
	const rows = (await site.callAs('adminGetUsers', null, admin)) as AdminUserRow[];
	const seeded = rows.filter(({ id }) => id !== admin.uid);
	expect(seeded).toHaveLength(25);
	for (const { id, robux } of seeded) {
		expect(await site.callAs('adminGetUser', { uid: id }, admin)).toMatchObject({ uid: id, wallet: { robux } });
	}
	const [first] = seeded;
	for (const list of ['adminGetUserLedger', 'adminGetUserOffers', 'adminGetUserWithdrawals']) {
		expect(await site.callAs(list, { uid: first?.id }, admin), list).toMatchObject({ items: expect.any(Array) });
	}
});

test('every catalogue offer has clicks and completions, so that its card shows the time to credit', async () => {
	const { rows } = await sql<{ clicks: number; completed: number; minutes: number | null }>`
		select clicks, completed, minutes from offer_figures where wall = 'shop'
	`.execute(database.owner);
	expect(rows).toHaveLength(20);
	for (const row of rows) {
		expect(row).toMatchObject({ clicks: 10, completed: 7 });
		expect(row.minutes).toBeGreaterThan(4);
	}
});

test('seeding again adds users', async () => {
	await seed({ users: 5, credits: 50, withdrawals: 0 });
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from users where uid::text ~ '^.{14}4.{4}8'
	`.execute(database.owner);
	expect(rows[0]?.count).toBeGreaterThanOrEqual(30);
});

test('refuses a site with user ids of an older version', async () => {
	await sql`insert into users (uid, created_at) values (md5('seed/1')::uuid, now())`.execute(database.owner);
	await expect(seed({ users: 5, credits: 0, withdrawals: 0 })).rejects.toThrow('was seeded by an older version');
});
