import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import { asUsdMicros } from '../../../contract/money.ts';
import { lootablyGame } from '../../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf, cellsOf } from '../../lib/db/database.ts';
import { offerIdOf } from '../feeds/read-offer.ts';
import { findEffect } from '../terms/effect.ts';
import { getOffer, getOffers } from './get-offers.ts';
import { openOffer } from './open-offer.ts';

const { app, owner } = openTestDatabase();
const { deps, walls, fill, person, pass, notices, clock } = openOffersWorld(app, owner);
const gameId = offerIdOf('one', 'game');
const [wall] = walls;
const [from, until] = [clock.now() + HOUR_MS, clock.now() + 2 * HOUR_MS];
Object.assign(wall, {
	rateCents: 10_000,
	rates: [
		{ id: 1, country: 'NL', rateCents: 12_345, fromMs: from },
		{ id: 2, country: 'NL', rateCents: 8_000, fromMs: until },
	],
	boosts: [{ id: 3, percent: 17, fromMs: from, untilMs: until }],
});

type Who = Awaited<ReturnType<typeof person>>;

async function shownTo(who: Who) {
	const { goals_list, reward, boost } = await getOffer(deps, { id: gameId }, who);
	const [listed] = (await getOffers(deps, { order: 'new', limit: 24 } as never, who)).items;
	expect(listed).toMatchObject({ reward, boost });
	const step = goals_list[0]?.reward ?? 0;
	return [step, boost ? Math.floor(step * boost.percent + 1e-6) / 100 : undefined];
}

async function earn({ uid }: Who, named: { offerId?: string | undefined; clickId?: string | undefined } = {}) {
	const paid = { transactionId: randomUUID(), goalId: 'game-1', payout: asUsdMicros(100_000) };
	const last = await cellOf<number>(app)`select coalesce(max(id), 0)::int from transfers where uid = ${uid}`;
	await notices(uid, { ...paid, offerId: 'game', ...named });
	const booked = await cellsOf(app)`
		select amount / 100.0 as amount from transfers where uid = ${uid} and id > ${last} order by id
	`;
	return booked.map(Number);
}

test('a credit is booked at the terms shown at the click, before and after a change, for the country of the click', async () => {
	const moments = [from - 1, from, until - 1, until];
	const clickers: { who: Who; shown: (number | undefined)[] }[] = [];
	for (const atMs of moments) {
		pass(atMs - clock.now());
		// A stale feed is hidden.
		await fill([lootablyGame('game', [8, 16, 32])]);
		for (const ip of ['192.0.2.1', '192.0.2.2']) {
			const who = { ...(await person()), ip };
			clickers.push({ who, shown: await shownTo(who) });
			await openOffer(deps, { id: gameId }, who);
		}
	}
	expect(clickers.map(({ shown }) => shown)).toEqual([
		[10, undefined],
		[10, undefined],
		[12.34, 2.09],
		[10, 1.7],
		[12.34, 2.09],
		[10, 1.7],
		[8, undefined],
		[10, undefined],
	]);
	pass(48 * HOUR_MS);
	for (const { who, shown } of clickers) expect(await earn(who)).toEqual(shown.filter((one) => one !== undefined));
	// A user without a known click.
	expect(await earn(await person())).toEqual([10]);
});

test('the click in the postback sets the terms, unless it belongs to another offer or user', async () => {
	pass(from - 1 - clock.now());
	await fill([lootablyGame('game', [8, 16, 32]), lootablyGame('other', [8])]);
	const [who, stranger] = [
		{ ...(await person()), ip: '192.0.2.2' },
		{ ...(await person()), ip: '192.0.2.2' },
	];
	const before = await openOffer(deps, { id: gameId }, who);
	const others = await openOffer(deps, { id: offerIdOf('one', 'other') }, who);
	const strangers = await openOffer(deps, { id: gameId }, stranger);
	pass(1);
	const boosted = await openOffer(deps, { id: gameId }, who);
	pass(HOUR_MS);
	expect(await earn(who, { clickId: before.click_id })).toEqual([10]);
	for (const clickId of [boosted.click_id, undefined, others.click_id, strangers.click_id, randomUUID()]) {
		expect(await earn(who, { clickId })).toEqual([10, 1.7]);
	}
	expect(await earn(who, { clickId: boosted.click_id, offerId: undefined })).toEqual([10, 1.7]);
	expect(await earn(who, { clickId: others.click_id, offerId: undefined })).toEqual([10]);
});

test("the cost of a country rate is calculated from that country's clicks", async () => {
	const margin = { payoutCostOfThousand: 5, marginFloorPercent: 0 };
	const effect = await findEffect({ ...deps, ...margin }, wall, { country: 'NL', rateCents: 20_000, percent: 0 });
	// Four users from there at $0.1 each, who got 10, 12.34 twice and 8.
	expect(effect.periods).toEqual([
		{ days: 7, paid_usd: 0.4, credited: 42.68, extra: 37.32, extra_usd: expect.closeTo(0.1866) },
		{ days: 90, paid_usd: 0.4, credited: 42.68, extra: 37.32, extra_usd: expect.closeTo(0.1866) },
	]);
});
