import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents, asUsdMicros } from '../../../contract/money.ts';
import { claimCalls } from '../../../contract/offerwalls/claims.ts';
import { lootablyGame, lootablyOffer } from '../../../test/partners/feed-examples.ts';
import { openOffersWorld } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf, rowOf, rowsOf } from '../../lib/db/database.ts';
import type { OutboundRequest } from '../../lib/http/outbound.ts';
import { PictureRefused } from '../../lib/pictures/remake-pictures.ts';
import { insertPostbacks } from '../booking/store.ts';
import { openOffer } from '../catalogue/open-offer.ts';
import { offerIdOf } from '../feeds/read-offer.ts';
import { type PostbackOutcome, rejectionReasons } from '../postbacks/received-postback.ts';
import { purgeClaimPictures } from './claim-pictures.ts';
import { getClaims } from './get-claims.ts';
import { openClaim } from './open-claim.ts';
import { SUBMIT_CLAIM_TASK, submitClaim } from './submit-claim.ts';

const { app, owner } = openTestDatabase();
const world = openOffersWorld(app, owner);
const { clock, walls, notices, person, pass } = world;
const deps = {
	...world.deps,
	walls,
	pictures: {
		async remake(bytes: Buffer) {
			if (bytes.length <= 3) throw new PictureRefused('too short');
			return Buffer.from(`made of ${bytes}`);
		},
	},
};
const single = offerIdOf('one', 'single');
const game = offerIdOf('one', 'game');
type Who = Awaited<ReturnType<typeof person>>;
let who: Who;

beforeEach(async () => {
	// A feed without a recent answer is hidden.
	await world.fill([lootablyOffer('single'), lootablyOffer('other'), lootablyGame('game', [10, 20])]);
	who = await person();
});

const mine = async () => (await getClaims(deps, { limit: 5, cursor: undefined }, who)).items;
const openIt = (about: object, by: Who = who) => openClaim(deps, claimCalls.openClaim.input.parse(about), by);
const eventFor = (offerId: string) => ({ transactionId: randomUUID(), offerId, offerName: `Offer ${offerId}` });
const pay = (offerId: string, more: object = {}) => notices(who.uid, { ...eventFor(offerId), ...more });

async function takeBack(offerId: string) {
	const event = eventFor(offerId);
	await notices(who.uid, event);
	await notices(who.uid, { ...event, kind: 'reversal', reason: 'Duplicate install' });
}

async function refused(outcome: PostbackOutcome, rejection: string | undefined, offer: string) {
	const request = `GET /postback/one?userID=${who.uid}&offerID=${offer}`;
	const postback = { atMs: clock.now(), wall: 'one', ip: '', request, outcome, why: rejection, uid: who.uid };
	await insertPostbacks(app, [postback]);
}

test('the automatic answer about a wall ignores credits older than a day', async () => {
	await pay('single');
	expect((await openIt({ wall_id: 'one' })).state).toBe('answered');
	pass(25 * HOUR_MS);
	expect((await openIt({ wall_id: 'one' })).state).toBe('open');
});

test.each<[PostbackOutcome, string | undefined, string, string]>([
	['screen-out', undefined, 'not-eligible', 'answered'],
	['zero', undefined, 'nothing-paid', 'answered'],
	['conflict', rejectionReasons.otherUser, 'other-user', 'answered'],
	['conflict', rejectionReasons.otherAmount, 'other-amount', 'answered'],
	['conflict', rejectionReasons.rejectedBefore, 'rejected-before', 'answered'],
	['not-understood', 'payout is missing or malformed', 'not-understood', 'open'],
	['switched-off', rejectionReasons.switchedOff, 'wall-off', 'open'],
])('a postback refused as %s (%s) is explained as %s, the claim is %s', async (outcome, rejection, reason, state) => {
	await refused(outcome, rejection, 'other');
	expect((await openIt({ offer_id: single })).answer.kind).toBe('never-arrived');
	await refused(outcome, rejection, 'single');
	const other = await person();
	const mine = await openIt({ wall_id: 'one' });
	expect([mine.answer.kind, mine.answer.reason, mine.state]).toEqual(['refused', reason, state]);
	expect((await openIt({ wall_id: 'one' }, other)).answer.kind).toBe('never-arrived');
});

test('the automatic answer ignores credits of other opened offers and credits of another amount', async () => {
	await openOffer(deps, { id: single }, who);
	await openOffer(deps, { id: offerIdOf('one', 'other') }, who);
	pass(1_000);
	await pay('other', { reward: asRobuxCents(10_050) });
	await pay('strange', { reward: asRobuxCents(10_000) });
	expect((await openIt({ offer_id: single })).answer.kind).toBe('never-arrived');
});

test('the automatic answer checks the claimed step of a game', async () => {
	await pay('game', { goalId: 'game-1', reward: asRobuxCents(1_000) });
	expect((await openIt({ offer_id: game, goal_id: 'game-1' })).answer.kind).toBe('credited');
	expect((await openIt({ offer_id: game, goal_id: 'game-2' })).state).toBe('open');
});

test('the automatic answer opens no claim before the usual time unless the user insists, and one after it', async () => {
	await sql`
		insert into offer_figures (wall, key, clicks, completed, earned, credits, taken_back, minutes)
		values ('one', 'single', 100, 50, 1000, 50, 0, 60)
		on conflict (wall, key) do update set minutes = 60, completed = 50
	`.execute(owner);
	await sql`update feeds set version = version + 1`.execute(owner);
	await deps.catalogue.refresh();
	await openOffer(deps, { id: single }, who);
	const answer = { kind: 'never-arrived', until: clock.now() + HOUR_MS };
	expect(await openIt({ offer_id: single })).toMatchObject({ reference: null, state: 'answered', answer });
	const hasty = await person();
	await openOffer(deps, { id: single }, hasty);
	const insisted = await openIt({ offer_id: single, insist: true }, hasty);
	expect(insisted).toMatchObject({ reference: expect.stringMatching(/^C-/), state: 'open', answer });
	pass(HOUR_MS);
	expect((await openIt({ offer_id: single })).state).toBe('open');
	await sql`delete from offer_figures`.execute(owner);
	await sql`update feeds set version = version + 1`.execute(owner);
	await deps.catalogue.refresh();
});

describe('the terms shown at the click', () => {
	const [wall] = walls;
	const terms = { rateCents: wall.rateCents, rates: wall.rates, boosts: wall.boosts };
	afterEach(() => void Object.assign(wall, terms));

	const shownOf = async () =>
		(await rowOf<{ shown: number | null }>(app)`select shown::int from claims where uid = ${who.uid}`)?.shown;

	async function clickedBefore() {
		Object.assign(wall, {
			rateCents: 10_000,
			rates: [{ id: 1, country: null, rateCents: 5_000, fromMs: clock.now() + 1_000 }],
			boosts: [{ id: 2, percent: 50, fromMs: clock.now(), untilMs: clock.now() + 1_000 }],
		});
		await openOffer(deps, { id: single }, who);
		pass(2_000);
	}

	test('set the amount that staff see, with rate and boost', async () => {
		await clickedBefore();
		expect((await openIt({ offer_id: single })).state).toBe('open');
		// $1.20 at 100 R$ per $, plus the 50% boost.
		expect(await shownOf()).toBe(18_000);
	});

	test('let a credit of another offer with the shown amount answer the claim', async () => {
		await clickedBefore();
		const strange = { payout: asUsdMicros(2_400_000), offerName: 'Strange' };
		await pay('strange', strange);
		expect((await openIt({ offer_id: single })).answer).toMatchObject({ kind: 'other-offer', amount: 120 });
	});

	test('give the amount of the claimed step, and none without a step', async () => {
		await openIt({ offer_id: game });
		expect(await shownOf()).toBeNull();
		who = await person();
		await openIt({ offer_id: game, goal_id: 'game-2' });
		expect(await shownOf()).toBe(2_000);
	});

	test('include the boost in a reported credit', async () => {
		Object.assign(wall, { boosts: [{ id: 2, percent: 50, fromMs: clock.now(), untilMs: clock.now() + HOUR_MS }] });
		await pay('single', { reward: asRobuxCents(1_000) });
		expect((await openIt({ offer_id: single })).answer).toMatchObject({ kind: 'credited', amount: 15 });
	});
});

test("the partner's support page is linked with the user's id, but only if nothing has arrived", async () => {
	const { supportUrl } = walls[0];
	walls[0].supportUrl = 'https://partner.example/help?user={uid}';
	const url = `https://partner.example/help?user=${who.uid}`;
	expect((await openIt({ offer_id: single })).answer).toMatchObject({ kind: 'never-arrived', url });
	expect((await openIt({ wall_id: 'one' })).answer.url).toBe(url);
	await pay('other');
	expect((await openIt({ offer_id: offerIdOf('one', 'other') })).answer.url).toBeNull();
	walls[0].supportUrl = supportUrl;
});

test('a claim is stored with its note and pictures, once per offer', async () => {
	const picture = `data:image/png;base64,${Buffer.from('a picture').toString('base64')}`;
	const sent = { note: ' I reached level 30. ', pictures: [picture, picture] };
	const { reference, state } = await openIt({ offer_id: single, ...sent });
	expect(state).toBe('open');
	expect(reference).toMatch(/^C-[0-9A-Z]{12}$/);
	expect(await mine()).toMatchObject([
		{ reference, offer: 'Offer single', wall_id: 'one', state: 'open', amount: null },
	]);
	const stored = await rowsOf<{ bytes: Buffer }>(app)`select bytes from claim_pictures where uid = ${who.uid}`;
	expect(stored.map(({ bytes }) => bytes.toString())).toEqual(['made of a picture', 'made of a picture']);
	const refused = { code: 'aborted', details: { reason: 'claim-open' } };
	await expect(openIt({ offer_id: single })).rejects.toMatchObject(refused);
	expect((await openIt({ wall_id: 'one' })).state).toBe('open');
});

test('a claim is opened once by concurrent requests', async () => {
	const all = await Promise.allSettled([1, 2, 3, 4].map(() => openIt({ offer_id: single })));
	expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a claim with an unreadable picture is rejected', async () => {
	const pictures = ['data:image/png;base64,AA=='];
	const refused = { details: { reason: 'picture-unreadable' } };
	await expect(openIt({ offer_id: single, pictures })).rejects.toMatchObject(refused);
	expect(await mine()).toEqual([]);
});

const hold = () => ({ untilMs: clock.now() + HOUR_MS, cause: undefined });
const strange = { reward: asRobuxCents(10_050), offerName: 'Strange offer' };
test.each<[string, () => Promise<unknown>, () => object, string?]>([
	['credited', () => pay('single'), () => ({ at: clock.now(), name: 'Offer single' })],
	['held', () => notices(who.uid, eventFor('single'), hold()), () => ({ until: hold().untilMs, amount: 10 })],
	['taken-back', () => takeBack('single'), () => ({ reason: 'Duplicate install' })],
	['refused', () => refused('screen-out', undefined, 'single'), () => ({ reason: 'not-eligible' })],
	['refused', () => refused('conflict', rejectionReasons.otherUser, 'single'), () => ({ reason: 'other-user' })],
	['other-offer', () => pay('strange', strange), () => ({ name: 'Strange offer', amount: 100.5 }), 'credited'],
])('a claim is answered as %s, and opened if the user insists', async (kind, happen, facts, ofWall = kind) => {
	await openOffer(deps, { id: single }, who);
	pass(1_000);
	await happen();
	const answer = { kind, ...facts() };
	expect(await openIt({ offer_id: single })).toMatchObject({ reference: null, state: 'answered', answer });
	expect((await openIt({ wall_id: 'one' })).answer).toMatchObject({ ...answer, kind: ofWall });
	expect(await openIt({ offer_id: single, insist: true })).toMatchObject({ state: 'open', answer: { kind } });
});

test('a claim is limited to ten a day', async () => {
	for (let n = 0; n < 10; n += 1) {
		await openIt({ wall_id: 'one' });
		await sql`update claims set state = 'declined' where uid = ${who.uid}`.execute(owner);
		pass(60_000);
	}
	await expect(openIt({ wall_id: 'one' })).rejects.toMatchObject({ code: 'resource-exhausted' });
	pass(24 * HOUR_MS - 9 * 60_000);
	expect((await openIt({ wall_id: 'one' })).state).toBe('open');
});

test('a claim loses its pictures after 30 days', async () => {
	await openIt({ wall_id: 'one', pictures: [`data:image/webp;base64,${Buffer.from('older').toString('base64')}`] });
	const count = () => cellOf(app)`select count(*)::int as n from claim_pictures where uid = ${who.uid}`;
	pass(29 * 24 * HOUR_MS);
	await purgeClaimPictures(deps);
	expect(await count()).toBe(1);
	pass(2 * 24 * HOUR_MS);
	await purgeClaimPictures(deps);
	expect(await count()).toBe(0);
});

test.each([
	[{}, 'offer_id'],
	[{ wall_id: 'one', pictures: ['data:image/svg+xml;base64,AAAA'] }, 'pictures.0'],
	[{ wall_id: 'one', pictures: Array(4).fill('data:image/png;base64,AAAA') }, 'pictures'],
	[{ wall_id: 'one', uid: randomUUID() }, ''],
])('rejects the request %j', (request, path) => {
	expect(claimCalls.openClaim.input.safeParse(request).error?.issues[0]?.path.join('.')).toBe(path);
});

test.each([{ offer_id: 'nothing' }, { wall_id: 'nothing' }])('an unknown one is not found: %j', async (about) => {
	await expect(openIt(about)).rejects.toMatchObject({ code: 'not-found' });
});

describe("a wall with its partner's claims API", () => {
	beforeAll(() => {
		walls[0].claims = { kind: 'adscend', publisherId: '42', profileId: '7' };
	});
	afterAll(() => {
		walls[0].claims = undefined;
	});

	async function opened() {
		const { reference } = await openIt({ wall_id: 'one', note: 'Level 30.' });
		return { uid: who.uid, reference, states: async () => (await mine()).map(({ state }) => state) };
	}

	function answering(status: number) {
		const requests: OutboundRequest[] = [];
		const send = async (request: OutboundRequest) => {
			requests.push(request);
			return { status, headers: new Headers(), text: '{}' };
		};
		const partnerDeps = { ...deps, words: { legalContact: 'help@rewards.example' }, publish() {}, sendRequest: send };
		return { requests, submit: (reference: string | null) => submitClaim(partnerDeps, { reference }) };
	}

	test("sends the claim to the partner's API without the user's name or email, and notifies the user", async () => {
		const { uid, reference, states } = await opened();
		const jobs = await rowsOf(owner)`
			select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
			where t.identifier = ${SUBMIT_CLAIM_TASK}
		`;
		expect(jobs).toContainEqual({ payload: { reference } });
		const partner = answering(201);
		await partner.submit(reference);
		const url = `https://adscendmedia.com/adwall/api/publisher/42/profile/7/user/${uid}/tickets.json`;
		const message = { subject_id: 1, offer_name: 'One', message: 'Level 30.' };
		const body = { name: reference, email: 'help@rewards.example', ...message };
		expect(partner.requests).toMatchObject([{ method: 'POST', url, body }]);
		expect(JSON.stringify(partner.requests)).not.toContain(`${uid}@example.com`);
		expect(await states()).toEqual(['asked-partner']);
		expect(await rowsOf(owner)`select kind from notices where uid = ${uid}`).toEqual([{ kind: 'claim-asked' }]);
		await partner.submit(reference);
		expect(partner.requests).toHaveLength(1);
	});

	test('names the old id for an offer that was opened before the move, and the uid for one opened here', async () => {
		const old = randomUUID().slice(9);
		await sql`insert into external_ids (id, source, uid) values (${old}, 'firebase/old', ${who.uid})`.execute(owner);
		await openOffer(deps, { id: offerIdOf('one', 'other') }, who);
		const partner = answering(201);
		for (const key of ['single', 'other'])
			await partner.submit((await openIt({ offer_id: offerIdOf('one', key) })).reference);
		expect(partner.requests.map(({ url }) => url.split('/').at(-2))).toEqual([old, who.uid]);
	});

	test('the claim stays open and the job fails while the partner responds with an error', async () => {
		const { reference, states } = await opened();
		await expect(answering(503).submit(reference)).rejects.toThrow('503');
		expect(await states()).toEqual(['open']);
	});

	test('sends nothing for a claim that was deleted with its account', async () => {
		const partner = answering(201);
		await partner.submit('C-GONE');
		expect(partner.requests).toEqual([]);
	});
});
