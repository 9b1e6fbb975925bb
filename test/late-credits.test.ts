import { randomInt, randomUUID } from 'node:crypto';
import { asRobuxCents } from '../contract/money.ts';
import { changeApprovalLimit } from '../server/accounts/allowance.ts';
import { findWallet } from '../server/ledger/wallet.ts';
import { inTransaction } from '../server/lib/db/database.ts';
import { endHolds } from '../server/offerwalls/booking/end-holds.ts';
import { selectUndecidedHolds } from '../server/offerwalls/booking/store-held.ts';
import { openClaim } from '../server/offerwalls/claims/open-claim.ts';
import { adminSettleClaim } from '../server/offerwalls/claims/review/settle-claim.ts';
import { offerIdOf } from '../server/offerwalls/feeds/read-offer.ts';
import { lootablyGame, lootablyOffer } from './partners/feed-examples.ts';
import { openOffersWorld } from './partners/offers-world.ts';
import { createRandom, type Random } from './partners/random.ts';
import { openTestDatabase } from './support/database.ts';
import { addAdmins, adminContext } from './support/stubs.ts';

const COUNT = Number(process.env.LOOTPASS_CLAIMS ?? 150);
const SEED = Number(process.env.LOOTPASS_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 8;
const STEPS_MAX = 7;
const AMOUNTS = [500, 1_000, 1_000, 2_000];
const MS_FOR_EACH = 400;

const { app, owner } = openTestDatabase({ poolSize: AT_ONCE + 4 });
const world = openOffersWorld(app, owner);
const { clock, walls } = world;
const admin = adminContext();
const deps = { ...world.deps, walls, pictures: { remake: async (bytes: Buffer) => bytes } };
const staffDeps = { db: app, clock, publish() {} };
const offerId = offerIdOf('one', 'single');

beforeAll(async () => {
	await addAdmins(app, admin);
	await changeApprovalLimit({ owner, clock }, asRobuxCents(1_000_000_000_000));
	await world.fill([lootablyOffer('single'), lootablyGame('game', [10, 20])]);
});

type Play = {
	uid: string;
	ip: string;
	isOfOffer: boolean;
	claim: { reference: string; paid: number | undefined } | undefined;
	credit: { amount: number; state: 'held' | 'spendable' | 'gone'; transactionId: string };
	wasSent: boolean;
	log: string[];
};

const balanceOf = async (uid: string) => (await findWallet(app, uid))?.balance ?? 0;
const codeOf = (error: unknown) => (error as { code?: string }).code;

const actions: Record<string, (play: Play, random: Random) => Promise<unknown>> = {
	async open(play) {
		if (!play.isOfOffer && play.claim?.paid) return;
		const about = play.isOfOffer ? { offerId, wallId: undefined } : { offerId: undefined, wallId: 'one' };
		const request = {
			...about,
			goalId: undefined,
			note: undefined,
			pictures: [],
			insists: play.credit.state === 'held' && !play.claim?.paid,
		};
		const { reference } = await openClaim(deps, request, { actor: play, ip: play.ip });
		if (reference) play.claim = { reference, paid: undefined };
	},
	async settle(play, random) {
		if (!play.claim) return;
		const amount = play.isOfOffer ? random.pick(AMOUNTS) : play.credit.amount;
		await settle(play, amount);
	},
	credit: (play) => send(play, false),
	held: (play) => send(play, true),
	async release(play) {
		const holds = await selectUndecidedHolds(app as never, play.uid);
		await inTransaction(app, (tx) => endHolds(tx, holds, clock.now(), () => 'released'));
		if (play.wasSent && play.credit.state === 'held') play.credit.state = 'spendable';
	},
	async reverse(play) {
		if (!play.wasSent) return;
		await world.notices(play.uid, { ...eventOf(play), kind: 'reversal' });
		play.credit.state = 'gone';
	},
	async race(play) {
		await Promise.all([actions.settle?.(play, createRandom(1)), send(play, false)]);
	},
};

async function settle({ claim }: Play, amount: number): Promise<void> {
	if (!claim) return;
	const request = { reference: claim.reference, amount: amount / 100, reason: 'We looked into it.' };
	await adminSettleClaim(staffDeps, request, admin).then(
		() => {
			claim.paid = amount;
		},
		(error) => {
			if (codeOf(error) !== 'failed-precondition') throw error;
		},
	);
}

function eventOf({ isOfOffer, credit: { amount, transactionId } }: Play) {
	return { transactionId, reward: asRobuxCents(amount), offerId: isOfOffer ? 'single' : 'something', offerName: 'It' };
}

async function send(play: Play, isHeld: boolean): Promise<void> {
	const hold = isHeld ? { untilMs: clock.now() + 1_000_000, cause: undefined } : undefined;
	await world.notices(play.uid, eventOf(play), hold);
	if (!play.wasSent) play.credit.state = isHeld ? 'held' : 'spendable';
	play.wasSent = true;
}

async function playOne(seed: number): Promise<void> {
	const random = createRandom(seed);
	const { uid, ip } = await world.person();
	const credit = { amount: random.pick(AMOUNTS), state: 'gone' as const, transactionId: randomUUID() };
	const play: Play = { uid, ip, isOfOffer: random.chance(0.7), claim: undefined, credit, wasSent: false, log: [] };
	for (let step = 2 + random.below(STEPS_MAX); step > 0; step -= 1) {
		const name = random.pick([...Object.keys(actions), 'open', 'settle']);
		const before = await balanceOf(uid);
		await actions[name]?.(play, random).catch((error) => {
			if (codeOf(error) !== 'aborted') throw error;
		});
		play.log.push(name);
		await judge(play, { before, name, seed });
	}
}

async function judge(play: Play, { before, name, seed }: { before: number; name: string; seed: number }) {
	const balance = await balanceOf(play.uid);
	const { amount, state } = play.credit;
	const paid = play.claim?.paid ?? 0;
	const summary = `seed ${seed}: ${play.log.join(', ')}; paid ${paid}, credit ${amount} ${state}`;
	expect(balance, summary).toBeLessThanOrEqual(Math.max(paid, play.wasSent ? amount : 0));
	if (name !== 'reverse') expect(balance, summary).toBeGreaterThanOrEqual(before);
	if (play.wasSent && state === 'spendable') expect(balance, summary).toBe(Math.max(paid, amount));
	if (!play.wasSent || state === 'held') expect(balance, summary).toBe(paid);
}

test(
	'staff and partner pay a missing reward in any order, and the user gets the larger amount once',
	async () => {
		console.log(`claims: seed ${SEED}`);
		for (let done = 0; done < COUNT; done += AT_ONCE) {
			const seeds = Array.from({ length: Math.min(AT_ONCE, COUNT - done) }, (_, n) => SEED + done + n);
			await Promise.all(seeds.map(playOne));
		}
	},
	20_000 + COUNT * MS_FOR_EACH,
);
