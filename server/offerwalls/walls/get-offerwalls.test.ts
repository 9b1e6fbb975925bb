import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { countOfferFigures } from '../catalogue/count-figures.ts';
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

const catalogue = createCatalogue({ db: app, clock, live: { subscribe: () => () => {} }, log: silentLog, walls });
catalogue.close();
const deps = { db: app, clock, walls, catalogue, findCountry: () => undefined, isServed: () => true };

async function born(year: number | null): Promise<string> {
	const uid = randomUUID();
	await sql`
		insert into auth_user (id, name, email, email_verified, birth_year)
		values (${uid}, 'Person', ${`${uid}@example.com`}, true, ${year})
	`.execute(owner);
	return uid;
}

const tilesOf = (uid: string) => getOfferwalls(deps, undefined, { actor: { uid }, ip: '127.0.0.1' });
const shown = async (uid: string) => (await tilesOf(uid)).map(({ id }) => id);

test('enabled walls are shown with a URL for the user', async () => {
	const uid = await born(1990);
	expect(await tilesOf(uid)).toMatchObject([
		{ id: 'all', name: 'All', minAge: 13, url: `https://wall.wannads.com/wall?apiKey=app&userId=${uid}` },
		{ id: 'adult', minAge: 18 },
	]);
});

test.each([
	[2007, ['all', 'adult']],
	[2008, ['all']],
	[2013, ['all']],
	[null, ['all']],
])('a user born in %s does not see walls above that age', async (year, ids) => {
	expect(await shown(await born(year))).toEqual(ids);
});

test('a wall without known offers derives its upper amount from recent credits, if five users received some', async () => {
	await sql`truncate wall_figures`.execute(owner);
	const who = await born(1990);
	const upTo = async () => {
		await countOfferFigures({ db: app, clock, walls, publish: () => {} });
		await catalogue.refresh();
		return (await tilesOf(who)).map((tile) => tile.upTo);
	};
	const credit = async (uid: string, amount: number) => {
		const at = clock.now() - DAY_MS;
		const reference = `offer/all/${randomUUID()}/credit`;
		await inTransaction(app, (tx) =>
			postTransfer(tx, { kind: 'credit', uid, wall: 'all', reference, amount: asRobuxCents(amount), atMs: at }),
		);
	};
	expect(await upTo()).toEqual([null, null]);
	const people = await Promise.all(Array.from({ length: 5 }, () => born(1990)));
	for (const uid of people) await openWallet(app, uid);
	for (const uid of people.slice(0, 4)) for (let n = 1; n <= 10; n += 1) await credit(uid, n * 100);
	await credit(people[0] as string, 90_000);
	expect(await upTo()).toEqual([null, null]);
	await credit(people[4] as string, 100);
	expect(await upTo()).toEqual([10, null]);
});
