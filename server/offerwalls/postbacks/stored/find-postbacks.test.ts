import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../../contract/durations.ts';
import type { FindPostbacksRequest } from '../../../../contract/offerwalls/callbacks.ts';
import { openAdminSite } from '../../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../../test/support/database.ts';
import { findPostbacks } from './find-postbacks.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database);

const startMs = Date.parse('2026-05-01T00:00:00Z');
const [one, other] = [randomUUID(), randomUUID()];

beforeAll(async () => {
	await sql`truncate callbacks restart identity`.execute(owner);
	await sql`
		insert into callbacks (at, wall, outcome, ip, request, uid)
		select ${new Date(startMs)}::timestamptz + n * interval '1 hour', case n % 2 when 0 then 'a' else 'b' end,
			case n % 5 when 0 then 'booked' else 'bad-signature' end, '192.0.2.1',
			'GET /postback/a?transId=tx' || n || '&Offer=Level%20Up', case n % 3 when 0 then ${one}::uuid else ${other}::uuid end
		from generate_series(0, 299) n
	`.execute(owner);
});

async function all(filter: object, rowsAtOnce = 20_000): Promise<number[]> {
	const hours: number[] = [];
	let cursor: string | undefined;
	do {
		const request = { limit: 7, cursor, ...filter } as FindPostbacksRequest;
		const page = await findPostbacks({ db, rowsAtOnce }, request);
		expect(page.items.length).toBeLessThanOrEqual(7);
		hours.push(...page.items.map(({ at }) => (at - startMs) / HOUR_MS));
		cursor = page.nextCursor ?? undefined;
		expect(page.searchedBackTo === null).toBe(cursor === undefined);
	} while (cursor !== undefined);
	return hours;
}

test.each([20_000, 50, 8, 1])('filters find each match once, newest first, at %d rows a call', async (rows) => {
	const hours = Array.from({ length: 300 }, (_, n) => 299 - n);
	const at = (hour: number) => startMs + hour * HOUR_MS;
	expect(await all({}, rows)).toEqual(hours);
	expect(await all({ wall: 'a' }, rows)).toEqual(hours.filter((n) => n % 2 === 0));
	expect(await all({ outcome: 'booked', wall: 'b' }, rows)).toEqual(hours.filter((n) => n % 10 === 5));
	expect(await all({ uid: one }, rows)).toEqual(hours.filter((n) => n % 3 === 0));
	expect(await all({ text: 'level%20up' }, rows)).toEqual(hours);
	expect(await all({ text: 'transid=tx29' }, rows)).toEqual(hours.filter((n) => `${n}`.startsWith('29')));
	expect(await all({ transactionId: 'tx111' }, rows)).toEqual([111]);
	expect(await all({ since: at(100), until: at(103) }, rows)).toEqual([102, 101, 100]);
	expect(await all({ since: at(299) + 1 }, rows)).toEqual([]);
	expect(await all({ until: at(0) + 1 }, rows)).toEqual([0]);
});

test.each<object>([{ outcome: 'lost' }, { cursor: 'x' }, { where: '1=1' }])('rejects the filter %j', async (filter) => {
	expect(await site.callAs('adminFindCallbacks', filter, await site.admin())).toMatchObject({
		status: 'INVALID_ARGUMENT',
	});
});
