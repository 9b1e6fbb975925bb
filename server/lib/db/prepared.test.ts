import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from './database.ts';
import { bigints, texts, timestamps, uuids } from './prepared.ts';

const { app } = openTestDatabase();

async function read(array: ReturnType<typeof sql>): Promise<unknown> {
	const { rows } = await sql<{ read: unknown }>`select to_json(${array}) as read`.execute(app);
	return rows[0]?.read;
}

test('PostgreSQL reads uuids as they are written', async () => {
	const values = ['00000000-0000-0000-0000-000000000000', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'];
	expect(await read(sql`${uuids([...values, undefined])}::uuid[]`)).toEqual([...values, null]);
});

test('an invalid uuid is rejected before it is sent', () => {
	for (const text of ['', 'f47ac10b', 'f47ac10b-58cc-4372-a567-0e02b2c3d47z']) {
		expect(() => uuids([text]), text).toThrow(RangeError);
	}
});

test('PostgreSQL reads every exact integer as it is written', async () => {
	const numbers = [0, 1, -1, 255, -256, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER];
	const whole = [2n ** 63n - 1n, -(2n ** 63n)];
	const array = bigints([...numbers, -Number.MAX_SAFE_INTEGER, undefined, ...whole]);
	expect(await read(sql`${array}::bigint[]::text[]`)).toEqual(
		[...numbers, -Number.MAX_SAFE_INTEGER, null, ...whole].map((value) => value?.toString() ?? null),
	);
	expect(() => bigints([0.5])).toThrow(RangeError);
	expect(() => bigints([2 ** 53])).toThrow(RangeError);
});

test('PostgreSQL reads times to the millisecond, even before 2000', async () => {
	const times = [0, 1, 946_684_799_999, 946_684_800_000, 1_795_228_840_966];
	const { rows } = await sql<{ at: Date }>`select unnest(${timestamps(times)}::timestamptz[]) as at`.execute(app);
	expect(rows.map(({ at }) => at.getTime())).toEqual(times);
});

test('PostgreSQL reads texts as they are written', async () => {
	const values = ['', 'plain', '"quoted", {braced}', 'NULL', 'back\\slash', 'é € 😀', 'x'.repeat(10_000)];
	expect(await read(sql`${texts([...values, undefined])}::text[]`)).toEqual([...values, null]);
});

test('PostgreSQL reads an empty array as empty', async () => {
	expect(await rowsOf(app)`select from unnest(${uuids([])}::uuid[])`).toHaveLength(0);
});
