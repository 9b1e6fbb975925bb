import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { sql } from 'kysely';
import type { CallInput } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { lootablyGame, lootablyOffer } from '../../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { readPages } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import { adgateFeed } from '../feeds/feeds.ts';
import { offerIdOf } from '../feeds/read-offer.ts';
import { eraseClicks } from './erase-user.ts';
import { exportClicks } from './export-user.ts';
import { getMyOffers } from './get-my-offers.ts';
import { getOffer, getOffers } from './get-offers.ts';
import { createOfferLink, offerLinkRoutes } from './offer-link.ts';
import { addressFor, openOffer } from './open-offer.ts';
import type { VisitorCaller } from './visitor.ts';

const { app, owner } = openTestDatabase();
const { deps, fill, person, pass, notices, clock, countFigures } = openOffersWorld(app, owner);
const gameId = offerIdOf('one', 'game');
const game = lootablyGame('game', [10, 20, 40], { name: 'Island farm' });
const clicksOf = async (uid: string) =>
	(await sql<Record<string, unknown>>`select * from clicks where uid = ${uid} order by at`.execute(app)).rows;
const statesOf = async (who: VisitorCaller) =>
	(await getOffer(deps, { id: gameId }, who)).goals_list.map(({ state }) => state);
const paid = (goal: number, reward = 10 * 2 ** (goal - 1)) => ({
	transactionId: randomUUID(),
	offerId: 'game',
	offerName: 'Island farm',
	goalId: `game-${goal}`,
	reward: asRobuxCents(reward * 100),
});

const whole = { category: undefined, search: undefined, cursor: undefined, limit: 24, order: 'recommended' as const };
const recommended = (who: VisitorCaller, device?: 'android' | 'desktop') => getOffers(deps, { ...whole, device }, who);

test('the click is stored with the offer, country and device', async () => {
	await fill([game]);
	const who = await person();
	const { click_id, url } = await openOffer(deps, { id: gameId }, who);
	expect(url).toBe(`https://track.example/o/game?u=${who.uid}`);
	const offer = { wall: 'one', offer_id: gameId, offer_key: 'game', title: 'Island farm' };
	const visit = { id: click_id, at: new Date(clock.now()), country: 'NL', device: 'Chrome on Android' };
	expect(await clicksOf(who.uid)).toMatchObject([{ ...offer, ...visit }]);
	expect((await getOffer(deps, { id: gameId }, who)).clicked_at).toBe(clock.now());
});

test("the click adds the click id to the offer's URL if the partner has a parameter for it, and keeps the URL's parameters", () => {
	const url = addressFor(adgateFeed.link, 'https://wall.example/vc/7?source=api&s1=', 'person', 'click');
	expect(url).toBe('https://wall.example/vc/7?source=api&s1=person&s2=click');
});

test('the click shares commits with concurrent clicks, and no click is lost', async () => {
	await fill([game]);
	const people = await Promise.all(Array.from({ length: 40 }, () => person()));
	await Promise.all(people.map((who) => openOffer(deps, { id: gameId }, who)));
	const rows = await rowsOf<{ clicks: number; commits: number }>(owner)`
		select count(*)::int as clicks, count(distinct xmin::text)::int as commits from clicks
		where uid = any(${people.map(({ uid }) => uid)}::uuid[])
	`;
	expect(rows[0]?.clicks).toBe(40);
	expect(rows[0]?.commits).toBeLessThan(20);
});

test('the click is refused for missing offers and offers of other countries, and not stored for a deleted user', async () => {
	await fill([game, lootablyOffer('american', { countries: ['US'] })]);
	const who = await person();
	const american = offerIdOf('one', 'american');
	await expect(openOffer(deps, { id: 'nothing' }, who)).rejects.toMatchObject({ code: 'not-found' });
	await expect(openOffer(deps, { id: american }, who)).rejects.toMatchObject({ code: 'failed-precondition' });
	expect(await getOffer(deps, { id: american }, who)).toMatchObject({ reason: 'other-country', countries: ['US'] });
	await fill([]);
	await expect(openOffer(deps, { id: gameId }, who)).rejects.toMatchObject({ code: 'not-found' });
	await expect(getOffer(deps, { id: gameId }, who)).rejects.toMatchObject({ code: 'not-found' });
	expect(await clicksOf(who.uid)).toEqual([]);
	await fill([game]);
	await sql`update users set deleted_at = now() where uid = ${who.uid}`.execute(owner);
	await openOffer(deps, { id: gameId }, who);
	expect(await clicksOf(who.uid)).toEqual([]);
});

test('the click returns no partner URL if it cannot be stored', async () => {
	await fill([game]);
	const who = await person();
	await sql`alter table clicks add constraint never check (uid <> ${sql.lit(who.uid)}) not valid`.execute(owner);
	await expect(openOffer(deps, { id: gameId }, who)).rejects.toThrow('never');
	await sql`alter table clicks drop constraint never`.execute(owner);
	expect(await clicksOf(who.uid)).toEqual([]);
});

test('the click is exported to its user only, and deleted with the account', async () => {
	await fill([game]);
	const [who, other] = [await person(), await person()];
	const { click_id } = await openOffer(deps, { id: gameId }, who);
	await openOffer(deps, { id: gameId }, other);
	await notices(who.uid, paid(1, 10));
	const exported = (uid: string) => inTransaction(app, (tx) => exportClicks(tx, uid));
	expect(await exported(who.uid)).toEqual([
		{
			...{ id: click_id, timestamp: clock.now(), earning_source: 'one', offer: gameId, offer_id: 'game' },
			...{ name: 'Island farm', country: 'NL', device: 'Chrome on Android' },
		},
	]);
	await inTransaction(app, (tx) => eraseClicks(tx, who));
	expect(await exported(who.uid)).toEqual([]);
	expect(await rowsOf(app)`select from credited_goals where uid = ${who.uid}`).toEqual([]);
	expect(await exported(other.uid)).toHaveLength(1);
});

test('the click is deleted after 90 days', async () => {
	await fill([game]);
	const who = await person();
	await openOffer(deps, { id: gameId }, who);
	pass(89 * 24 * HOUR_MS);
	await countFigures();
	expect(await clicksOf(who.uid)).toHaveLength(1);
	pass(2 * 24 * HOUR_MS);
	await countFigures();
	expect(await clicksOf(who.uid)).toEqual([]);
});

describe('the link for another device', () => {
	const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605' };
	const config = { publicUrl: 'https://site.example', authSecret: 'a-secret-of-this-test' };
	const linkDeps = { ...deps, languages: ['en', 'de'] as const, config };
	const server = fastify({ routerOptions: { maxParamLength: 1_000 } });
	offerLinkRoutes(server, linkDeps);
	const follow = async (url: string) => server.inject({ url: new URL(url).pathname, headers: phone });

	test('the link stores the click of its user on the other device, and works once', async () => {
		await fill([game]);
		const who = await person();
		const { url, expires_at } = await createOfferLink(linkDeps, { id: gameId }, who);
		expect(expires_at).toBe(clock.now() + 120_000);
		expect(await clicksOf(who.uid)).toEqual([]);
		expect(await server.inject({ method: 'HEAD', url: new URL(url).pathname })).toMatchObject({ statusCode: 404 });
		const answers = await Promise.all([follow(url), follow(url), follow(url)]);
		expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([302, 410, 410]);
		const first = answers.find(({ statusCode }) => statusCode === 302);
		expect(first?.headers.location).toBe(`https://track.example/o/game?u=${who.uid}`);
		expect(first?.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
		expect(await clicksOf(who.uid)).toMatchObject([{ offer_id: gameId, device: expect.stringContaining('iPhone') }]);
	});

	test('a link that is late, changed or of a banned or deleted user starts nothing', async () => {
		await fill([game, lootablyOffer('other', { currencyReward: 5 })]);
		const [who, other, gone] = [await person(), await person(), await person()];
		const late = (await createOfferLink(linkDeps, { id: gameId }, who)).url;
		pass(120_000);
		const { url } = await createOfferLink(linkDeps, { id: gameId }, who);
		const banned = (await createOfferLink(linkDeps, { id: gameId }, other)).url;
		const deleted = (await createOfferLink(linkDeps, { id: gameId }, gone)).url;
		await sql`update users set banned_at = now(), ban_reason = 'test' where uid = ${other.uid}`.execute(owner);
		await sql`update users set deleted_at = now() where uid = ${gone.uid}`.execute(owner);
		const changed = [url.replace(who.uid, other.uid), url.replace(gameId, offerIdOf('one', 'other')), url.slice(0, -1)];
		for (const link of [late, banned, deleted, ...changed]) {
			const { statusCode, body } = await follow(link);
			expect({ statusCode, body }).toEqual({ statusCode: 410, body: expect.stringContaining('has expired') });
		}
		expect([...(await clicksOf(who.uid)), ...(await clicksOf(other.uid))]).toEqual([]);
	});
});

test('the steps follow the goals in the postbacks: credited, reversed, held with an end, or pending until approved', async () => {
	await fill([game]);
	const who = await person();
	const goalsOf = async () => (await getOffer(deps, { id: gameId }, who)).goals_list;
	const [first, third] = [paid(1), paid(3)];
	await openOffer(deps, { id: gameId }, who);
	expect(await statesOf(who)).toEqual(['open', 'open', 'open']);
	await notices(who.uid, first);
	expect(await statesOf(who)).toEqual(['credited', 'open', 'open']);
	const credited = { complete_within_hours: null, state: 'credited', at: clock.now(), until: null };
	expect((await goalsOf())[0]).toEqual({ id: 'game-1', title: 'Reach level 10', reward: 10, ...credited });
	const untilMs = clock.now() + 48 * HOUR_MS;
	await notices(who.uid, paid(2), { untilMs, cause: undefined });
	await notices(who.uid, { ...third, kind: 'pending' });
	pass(1_000);
	await notices(who.uid, { ...first, kind: 'reversal' });
	expect(await goalsOf()).toMatchObject([
		{ state: 'taken-back', at: clock.now() },
		{ state: 'held', until: untilMs },
		{ state: 'held', until: null },
	]);
	await notices(who.uid, third);
	expect(await statesOf(who)).toEqual(['taken-back', 'held', 'credited']);
});

test('the steps are done for this user once all are credited, and open for others', async () => {
	await fill([game]);
	const [who, other] = [await person(), await person()];
	for (const goal of [1, 2, 3]) await notices(who.uid, paid(goal));
	expect(await getOffer(deps, { id: gameId }, who)).toMatchObject({ reason: 'done' });
	expect(await statesOf(other)).toEqual(['open', 'open', 'open']);
});

test('the steps are credited in order if the postback has no goal: the first open step with that amount', async () => {
	await fill([lootablyGame('game', [10, 10, 40])]);
	const who = await person();
	await notices(who.uid, { ...paid(0, 10), goalId: undefined });
	expect(await statesOf(who)).toEqual(['credited', 'open', 'open']);
	await notices(who.uid, { ...paid(0, 10), goalId: undefined });
	await notices(who.uid, { ...paid(0, 40), goalId: undefined });
	expect(await statesOf(who)).toEqual(['credited', 'credited', 'credited']);
});

describe('my offers', () => {
	const other = lootablyOffer('other', { currencyReward: 5 });
	const mine = async (who: VisitorCaller, input: Partial<CallInput<'getMyOffers'>> = {}) =>
		getMyOffers(deps, { state: undefined, cursor: undefined, limit: 24, ...input }, who);

	test('each opened offer is listed once with its next step and what it paid', async () => {
		await fill([game, other]);
		const who = await person();
		expect((await mine(who)).items).toEqual([]);
		await openOffer(deps, { id: gameId }, who);
		const startedAt = clock.now();
		pass(1_000);
		await openOffer(deps, { id: offerIdOf('one', 'other') }, who);
		pass(1_000);
		await openOffer(deps, { id: gameId }, who);
		await notices(who.uid, paid(1, 10));
		await notices(who.uid, paid(3, 40), { untilMs: clock.now() + HOUR_MS, cause: undefined });
		const { items } = await mine(who);
		expect(items.map(({ title }) => title)).toEqual(['Island farm', 'Offer other']);
		expect(items[0]).toMatchObject({
			...{ offer: { id: gameId }, offer_id: gameId, wall_id: 'one', state: 'started', started_at: startedAt },
			...{ next_step: { id: 'game-2', title: 'Reach level 20', reward: 20, number: 2, count: 3 }, earned: 10 },
			pending: 40,
		});
	});

	test.each([
		{ name: 'credited', steps: [1, 2, 3], reversed: [], state: 'credited', earned: 70 },
		{ name: 'taken back', steps: [1], reversed: [1], state: 'taken-back', earned: 0 },
		{ name: 'partly taken back', steps: [1, 2], reversed: [1], state: 'started', earned: 20 },
	])('an offer whose steps are $name is $state', async ({ steps, reversed, state, earned }) => {
		await fill([game]);
		const who = await person();
		await openOffer(deps, { id: gameId }, who);
		for (const step of steps) {
			const credit = paid(step);
			await notices(who.uid, credit);
			if (reversed.includes(step)) await notices(who.uid, { ...credit, kind: 'reversal' });
		}
		expect((await mine(who)).items).toMatchObject([{ state, earned, pending: 0 }]);
		expect((await mine(who, { state: state === 'started' ? 'credited' : 'started' })).items).toEqual([]);
	});

	test('an offer that the partner removed stays in the list without its steps', async () => {
		await fill([game]);
		const who = await person();
		await openOffer(deps, { id: gameId }, who);
		await fill([]);
		expect((await mine(who)).items).toMatchObject([
			{ offer: null, title: 'Island farm', state: 'started', next_step: null },
		]);
		await notices(who.uid, paid(1, 10));
		expect((await mine(who)).items).toMatchObject([{ offer: null, state: 'credited', earned: 10 }]);
	});

	test('pages list every offer once, with and without a state', async () => {
		const offers = Array.from({ length: 7 }, (_, n) => lootablyOffer(`o${n}`, { currencyReward: 5 }));
		await fill(offers);
		const who = await person();
		for (const [n] of offers.entries()) await openOffer(deps, { id: offerIdOf('one', `o${n}`) }, who);
		for (const state of [undefined, 'started'] as const) {
			const listed = await readPages((cursor) => mine(who, { limit: 3, cursor, state }));
			const titles = listed.map(({ title }) => title);
			expect([...new Set(titles)].sort()).toEqual(offers.map((_, n) => `Offer o${n}`));
			expect(titles).toHaveLength(7);
		}
	});
});

test('recommendations and minutes to credit come from our own books', async () => {
	const offers = [
		lootablyOffer('promises', { currencyReward: 50 }),
		lootablyOffer('keeps', { currencyReward: 40 }),
		lootablyOffer('takes-back', { currencyReward: 45 }),
	];
	for (let n = 0; n < 12; n += 1) {
		await fill(offers);
		const who = await person();
		for (const key of ['promises', 'keeps', 'takes-back']) await openOffer(deps, { id: offerIdOf('one', key) }, who);
		pass(20 * 60_000);
		await notices(who.uid, { ...paid(0, 40), offerId: 'keeps', goalId: undefined });
		const back = { ...paid(0, 45), offerId: 'takes-back', goalId: undefined };
		await notices(who.uid, back);
		await notices(who.uid, { ...back, kind: 'reversal' });
	}
	await countFigures();
	const { items } = await recommended(await person());
	expect(items.map(({ title, usually_credited_minutes }) => [title, usually_credited_minutes])).toEqual([
		['Offer keeps', 20],
		['Offer takes-back', 20],
		['Offer promises', null],
	]);
});

test('newcomers see quick offers first, others what five users of their country and device completed', async () => {
	const offers = [
		lootablyGame('farm', [1, 1], { name: 'Farm' }),
		lootablyGame('fleet', [9, 90], { name: 'Fleet', devices: ['*'] }),
		lootablyOffer('survey', { name: 'Survey', currencyReward: 0.1 }),
	];
	const count = async () => {
		await fill(offers);
		await countFigures();
	};
	const titles = async (...to: Parameters<typeof recommended>) =>
		(await recommended(...to)).items.map(({ title }) => title);
	const earner = await person();
	await notices(earner.uid, { ...paid(0, 1), offerId: 'elsewhere', goalId: undefined });
	const people = [];
	for (let n = 0; n < 5; n += 1) {
		await count();
		expect(await titles(earner), `${n} users`).toEqual(['Fleet', 'Farm', 'Survey']);
		const who = await person();
		people.push(who);
		await openOffer(deps, { id: offerIdOf('one', 'farm') }, who);
		pass(2 * HOUR_MS);
		for (let again = 0; again < 3; again += 1)
			await notices(who.uid, { ...paid(0, 1), offerId: 'farm', goalId: undefined });
	}
	await count();
	expect(await titles(earner, 'android')).toEqual(['Farm', 'Fleet', 'Survey']);
	expect(await titles(earner)).toEqual(['Farm', 'Fleet', 'Survey']);
	expect(await titles({ ...earner, ip: '192.0.2.2' }), 'another country').toEqual(['Fleet', 'Farm', 'Survey']);
	expect(await titles(await person()), 'a newcomer').toEqual(['Survey', 'Farm', 'Fleet']);
	await sql`update users set banned_at = now(), ban_reason = 'x' where uid = ${people[0]?.uid ?? ''}`.execute(owner);
	await count();
	expect(await titles(earner), 'one of the five is banned').toEqual(['Fleet', 'Farm', 'Survey']);
});
