import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/support/database.ts';
import { getOfferwalls } from './get-offerwalls.ts';
import { toWalls } from './wall.ts';

const { app, owner } = openTestDatabase();
const clock = { now: () => Date.UTC(2026, 10, 21) };
const entry = { partner: 'wannads', secret: 'test-secret', appId: 'app' };
const walls = toWalls(
	[
		{ ...entry, id: 'all', name: 'All' },
		{ ...entry, id: 'adult', name: 'Adult', minAge: 18 },
		{ ...entry, id: 'off', name: 'Off', enabled: false },
		{ ...entry, id: 'phone', partner: 'tapjoy', name: 'Phone' },
		{ ...entry, id: 'half', name: 'Half set up', appId: '' },
	],
	'test',
);

async function born(year: number | null): Promise<string> {
	const uid = randomUUID();
	await sql`
		insert into auth_user (id, name, email, email_verified, birth_year)
		values (${uid}, 'Person', ${`${uid}@example.com`}, true, ${year})
	`.execute(owner);
	return uid;
}

const shown = async (uid: string) => (await getOfferwalls({ db: app, clock, walls }, uid)).map(({ id }) => id);

test('walls that are on are shown with the address of this user', async () => {
	const uid = await born(1990);
	expect(await getOfferwalls({ db: app, clock, walls }, uid)).toMatchObject([
		{ id: 'all', name: 'All', minAge: 13, url: `https://wall.wannads.com/wall?apiKey=app&userId=${uid}` },
		{ id: 'adult', minAge: 18 },
	]);
});

test.each([
	[2007, ['all', 'adult']],
	// 18 this year, but perhaps not yet: only the year is known.
	[2008, ['all']],
	[2013, ['all']],
	[null, ['all']],
])('born in %s, a wall above that age is hidden', async (year, ids) => {
	expect(await shown(await born(year))).toEqual(ids);
});
