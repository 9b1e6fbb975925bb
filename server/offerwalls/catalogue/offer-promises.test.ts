import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { lootablyOffer } from '../../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { atTheMachine } from '../../accounts/with-audit.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { offerIdOf } from '../feeds/read-offer.ts';
import { getMyOffers } from './get-my-offers.ts';
import { getOffers } from './get-offers.ts';
import { adminGetOfferPromises, adminSetOfferShown, selectHiddenOffers } from './offer-promises.ts';
import { openOffer } from './open-offer.ts';

const { app, owner } = openTestDatabase();
const { deps, fill, person, pass, notices, clock, countFigures } = openOffersWorld(app, owner);

const count = () => countFigures({ offerClaimsMaxPercent: 20, offerReversalsMaxPercent: 20 });

async function click(key: string, people: number): Promise<string[]> {
	const all = await Promise.all(Array.from({ length: people }, () => person()));
	for (const who of all) await openOffer(deps, { id: offerIdOf('one', key) }, who);
	return all.map(({ uid }) => uid);
}

async function credit(key: string, uids: readonly string[], reversed = 0): Promise<void> {
	pass(20 * 60_000);
	for (const [index, uid] of uids.entries()) {
		const event = { transactionId: randomUUID(), offerId: key, offerName: key, reward: asRobuxCents(1_000) };
		await notices(uid, event);
		if (index < reversed) await notices(uid, { ...event, kind: 'reversal' });
	}
}

const claim = (key: string, uids: readonly string[], state = 'open') =>
	sql`
		insert into claims (uid, reference, opened_at, changed_at, wall, offer_key, steps, answer, state)
		select uid, 'C-' || substr(md5(uid::text), 1, 12), ${new Date(clock.now())}, now(), 'one', ${key}, 1, 'never-arrived', ${state}
		from unnest(${uids}::uuid[]) as u (uid)`.execute(owner);

async function shown() {
	const whole = { category: undefined, device: undefined, search: undefined, cursor: undefined, order: 'new' as const };
	const { items } = await getOffers(deps, { ...whole, limit: 24 }, await person());
	return Object.fromEntries(items.map(({ title, credited_percent }) => [title, credited_percent]));
}

const setShown = (offer_id: string, isShown: boolean) =>
	adminSetOfferShown({ db: app, clock }, { id: 'one', offer_id, shown: isShown, reason: 'test' }, atTheMachine);

test('an offer beyond a limit is hidden with its figures, and flagged users and declined claims do not count', async () => {
	const keys = ['kept', 'claimed', 'reversed', 'few', 'attacked'];
	const offers = keys.map((key) => lootablyOffer(key, { name: key }));
	await fill(offers);
	const [kept, claimed, reversed, few, attacked] = await Promise.all(
		[40, 35, 30, 29, 65].map((n, at) => click(keys[at] ?? '', n)),
	);
	await credit('kept', kept?.slice(0, 37) ?? []);
	await claim('kept', kept?.slice(36, 40) ?? [], 'settled');
	await credit('claimed', claimed?.slice(0, 20) ?? []);
	await claim('claimed', claimed?.slice(20) ?? []);
	await credit('reversed', reversed ?? [], 7);
	await claim('few', few ?? []);
	await credit('attacked', attacked?.slice(0, 30) ?? []);
	await claim('attacked', attacked?.slice(30, 40) ?? [], 'declined');
	await claim('attacked', attacked?.slice(40) ?? []);
	await sql`update users set banned_at = now(), ban_reason = 'x' where uid = any(${attacked?.slice(40, 50)}::uuid[])`.execute(
		owner,
	);
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at)
		select u, 'open', 80, now(), now() from unnest(${attacked?.slice(50)}::uuid[]) as x (u)`.execute(owner);

	// Open claims count when they are a week old.
	await count();
	expect(await shown()).toEqual({ kept: 93, claimed: null, few: null, attacked: 100 });
	pass(8 * DAY_MS);
	await fill(offers);
	await countFigures();
	expect(await shown()).toEqual({ kept: 93, claimed: 57, few: null, attacked: 100 });
	await count();
	await count();
	expect(await shown()).toEqual({ kept: 93, few: null, attacked: 100 });
	const evidence = { people: 35, completed: 35, credited: 20, minutes: expect.any(Number), claimed: 15, settled: 0 };
	const promises = await adminGetOfferPromises({ db: app, clock }, { id: 'one' }, atTheMachine);
	expect(promises).toMatchObject([
		{ offer_id: 'claimed', hidden: { reason: 'claims', hidden_at: clock.now(), evidence } },
		{ offer_id: 'reversed', reversed: 7, hidden: { reason: 'reversals' } },
		{ offer_id: 'attacked', people: 40, completed: 30, claimed: 0, hidden: null },
		{ offer_id: 'kept', people: 40, completed: 40, credited: 37, claimed: 4, settled: 4, reversed: 0 },
		{ offer_id: 'few', completed: 29, hidden: null },
	]);
	expect(await selectHiddenOffers(app, 'one')).toHaveLength(2);
	expect(
		await rowsOf(owner)`select details from audit_entries where action = 'hide-offer' and actor = 'system'`,
	).toHaveLength(2);
	const id = offerIdOf('one', 'claimed');
	await expect(openOffer(deps, { id }, await person())).rejects.toMatchObject({ code: 'not-found' });
	const uid = claimed?.[0] ?? '';
	const mine = await getMyOffers(
		deps,
		{ state: undefined, cursor: undefined, limit: 24 },
		{ actor: { uid }, ip: '192.0.2.1' },
	);
	expect(mine.items).toMatchObject([{ title: 'claimed', state: 'credited', offer: null }]);
});

test('staff keep a hidden offer hidden once, with its time and figures', async () => {
	const before = await selectHiddenOffers(app, 'one');
	const twice = await Promise.all([setShown('reversed', false), setShown('reversed', false)]);
	expect(twice.filter(({ changed }) => changed)).toHaveLength(1);
	const kept = before.map((offer) => (offer.offer_id === 'reversed' ? { ...offer, reason: 'staff' } : offer));
	expect(await selectHiddenOffers(app, 'one')).toEqual(kept);
});

test('staff show an offer again for 30 days at least, and hide one once', async () => {
	expect([await setShown('claimed', true), await setShown('claimed', true)]).toEqual([
		{ changed: true },
		{ changed: false },
	]);
	await count();
	expect(await shown()).toHaveProperty('claimed');
	const twice = await Promise.all([setShown('few', false), setShown('few', false), setShown('unknown', false)]);
	expect(twice.filter(({ changed }) => changed)).toHaveLength(1);
	await deps.catalogue.refresh();
	expect(await shown()).not.toHaveProperty('few');
	await sql`update hidden_offers set shown_at = ${new Date(clock.now() - 31 * DAY_MS)} where key = 'claimed'`.execute(
		owner,
	);
	await count();
	expect(await shown()).not.toHaveProperty('claimed');
});
