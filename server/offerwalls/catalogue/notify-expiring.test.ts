import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { lootablyGame } from '../../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { offerIdOf } from '../feeds/read-offer.ts';
import { getMyOffers } from './get-my-offers.ts';
import { getOffer } from './get-offers.ts';
import { notifyExpiring } from './notify-expiring.ts';
import { openOffer } from './open-offer.ts';

const { app, owner } = openTestDatabase();
const { deps, fill, person, pass, notices, clock } = openOffersWorld(app, owner);
type Person = Awaited<ReturnType<typeof person>>;
const id = offerIdOf('one', 'game');
const goals = lootablyGame('game', [10, 20, 40], { name: 'Island farm' });

/** Lootably names no limits, so the stored offer gets them. */
async function offer(days: number, [stepDays]: number[] = []): Promise<void> {
	await fill([goals]);
	await sql`
		update offers set document = jsonb_set(document || ${{ completeWithinMs: days * DAY_MS }}::jsonb,
			'{steps,1,completeWithinMs}', ${JSON.stringify(stepDays ? stepDays * DAY_MS : null)}::jsonb)`.execute(owner);
	await sql`update feeds set version = version + 1`.execute(owner);
	await deps.catalogue.refresh();
}

const paid = (step: number) => ({ ...{ transactionId: randomUUID(), offerId: 'game' }, goalId: `game-${step}` });
const credit = (who: Person, step: number) =>
	notices(who.uid, { ...paid(step), reward: asRobuxCents(1_000 * 2 ** (step - 1)) });

/** Fetches the unchanged feed, because an old one hides its offers. */
async function later(ms: number): Promise<void> {
	pass(ms);
	await fill([goals]);
}

async function starter(...steps: number[]): Promise<Person> {
	const who = await person();
	await openOffer(deps, { id }, who);
	for (const step of steps) await credit(who, step);
	return who;
}

async function noticed(...people: Person[]) {
	await Promise.all([notifyExpiring(deps), notifyExpiring(deps)]);
	const rows = await rowsOf<{ uid: string; until: number }>(app)`
		select uid, (data ->> 'until')::float8 as until from notices where kind = 'offer-expiring' order by id`;
	return people.map(({ uid }) => rows.filter((row) => row.uid === uid).map(({ until }) => until - clock.now()));
}

test('notifies users in progress once, a day before the end', async () => {
	await offer(7);
	const [going, late] = [await starter(1), await starter(1)];
	const [banned, deleted, reversed] = [await starter(1), await starter(1), await starter()];
	const others = [await starter(), await starter(1, 2, 3), banned, deleted, reversed];
	await sql`update users set banned_at = now(), ban_reason = 'x' where uid = ${banned.uid}`.execute(owner);
	await sql`update users set deleted_at = now() where uid = ${deleted.uid}`.execute(owner);
	const taken = { ...paid(1), reward: asRobuxCents(1_000) };
	await notices(reversed.uid, taken);
	await notices(reversed.uid, { ...taken, kind: 'reversal' });
	await later(6 * DAY_MS - 1);
	await openOffer(deps, { id }, going);
	await credit(going, 2);
	expect(await noticed(going, late), 'before the window').toEqual([[], []]);
	await later(1);
	await credit(late, 2);
	await credit(late, 3);
	expect(await noticed(going, late, ...others), 'in the window').toEqual([[DAY_MS], [], [], [], [], [], []]);
	await later(HOUR_MS);
	expect(await noticed(going), 'again').toEqual([[DAY_MS - HOUR_MS]]);
	const { items } = await getMyOffers(deps, { state: undefined, cursor: undefined, limit: 24 }, going);
	const complete_by = clock.now() + DAY_MS - HOUR_MS;
	expect(items).toMatchObject([{ state: 'started', complete_by, offer: { complete_within_hours: 168 } }]);
	expect(await getOffer(deps, { id }, going)).toMatchObject({ complete_by });
	expect(await getOffer(deps, { id }, await person())).toMatchObject({ complete_by: null });
	await later(6 * DAY_MS);
	expect(await noticed(going), 'a later click starts no new time').toEqual([[-5 * DAY_MS - HOUR_MS]]);
});

test('notifies at the end of each step with an earlier end, after an outage, but not after the end', async () => {
	await offer(10, [2]);
	const [both, quick, slow] = [await starter(1), await starter(1, 2), await starter()];
	await later(2 * DAY_MS - 12 * HOUR_MS - 1);
	expect(await noticed(both)).toEqual([[]]);
	await later(1);
	expect(await noticed(both, quick)).toEqual([[12 * HOUR_MS], []]);
	await later(12 * HOUR_MS);
	const { items } = await getMyOffers(deps, { state: undefined, cursor: undefined, limit: 24 }, both);
	expect(items, 'the next step is one whose time has not ended').toMatchObject([
		{ next_step: { id: 'game-3' }, complete_by: clock.now() + 8 * DAY_MS },
	]);
	for (const step of [1, 3]) await credit(slow, step);
	await later(8 * DAY_MS - 1);
	expect(await noticed(both, quick, slow), 'after an outage').toEqual([[1 - 8 * DAY_MS, 1], [1], []]);
	const late = await starter(1);
	await later(10 * DAY_MS);
	expect(await noticed(late), 'after the end').toEqual([[]]);
	const [ended] = (await getMyOffers(deps, { state: undefined, cursor: undefined, limit: 24 }, late)).items;
	expect(ended).toMatchObject({ state: 'started', next_step: { id: 'game-2' }, complete_by: clock.now() - 8 * DAY_MS });
});

test('notifies about no offer that is hidden or has left the catalogue', async () => {
	await offer(7);
	const who = await starter(1);
	await later(7 * DAY_MS - HOUR_MS);
	await sql`insert into hidden_offers values ('one', 'game', now(), 'staff', '{}')`.execute(owner);
	await sql`update feeds set version = version + 1`.execute(owner);
	await deps.catalogue.refresh();
	expect(await noticed(who)).toEqual([[]]);
	await sql`delete from hidden_offers`.execute(owner);
	await fill([]);
	expect(await noticed(who)).toEqual([[]]);
	await offer(7);
	expect(await noticed(who)).toEqual([[HOUR_MS]]);
});
