import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { type Fields, type Fixture, fixtures } from './documented/postbacks.ts';
import { partners } from './registry.ts';

const database = openTestDatabase();
const play = useWalls(database);

const named = Object.entries(fixtures);
const having = <Key extends keyof Fixture>(key: Key) =>
	named.flatMap(([partner, fixture]) => (fixture[key] ? [[partner, fixture[key]] as const] : []));

test('the documentation lists the partners whose definition was compared with their own documentation', () => {
	const text = readFileSync(join(import.meta.dirname, '../../../docs/offerwalls.md'), 'utf8');
	const [, listed = ''] = /^Compared with the vendor's own page on (2026-11-26: [^.]*)\./m.exec(text) ?? [];
	const verified = Object.entries(partners).filter(([, partner]) => partner.verified);
	expect([...listed.matchAll(/`([\w-]+)`/g)].map(([, id]) => id).toSorted()).toEqual(
		verified.map(([id]) => id).toSorted(),
	);
	for (const [, { verified: { on } = { on: '' } }] of verified) expect(listed).toContain(on);
});

test('every partner has a fixture', () => {
	expect(Object.keys(fixtures).toSorted()).toEqual(Object.keys(partners).toSorted());
});

describe.each(named)('%s', (partner, fixture) => {
	test('a completed offer is booked once and answered with the success or duplicate body', async () => {
		const uid = await play.user();
		const credit = signed(partner, uid, randomUUID());
		const again = fixture.duplicateBody ?? fixture.successBody;
		const times = partner === 'wannads' ? 50 : 3;
		const answers = await Promise.all(Array.from({ length: times }, () => play.send(credit)));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		const bodies = [fixture.successBody, ...Array(times - 1).fill(again)];
		expect(answers.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
		expect(await play.send(credit)).toEqual({ status: 200, body: again });
		expect(await play.balanceOf(uid)).toBe(10_000);
		expect(await play.historyOf(uid)).toMatchObject([
			{ earning_source: `The ${partner} wall`, amount: 100, kind: 'credit' },
		]);
	});

	test('an unknown user is acknowledged, or refused if the partner requires it', async () => {
		const { status } = await play.send(signed(partner, randomUUID(), randomUUID()));
		expect(status).toBe(partner === 'tapjoy' ? 403 : 200);
	});
});

test.each(having('reversal'))('a reversal of %s, late or early, takes its credit back', async (partner, changes) => {
	const [uid, other] = [await play.user(), await play.user()];
	const tx = randomUUID();
	await play.send(signed(partner, uid, tx));
	const reversal = signed(partner, uid, tx, changes);
	const { successBody, duplicateBody = successBody } = fixtures[partner] as Fixture;
	expect(await play.send(reversal)).toEqual({ status: 200, body: successBody });
	expect(await play.send(reversal)).toEqual({ status: 200, body: duplicateBody });
	expect(await play.balanceOf(uid)).toBe(0);
	expect((await play.historyOf(uid)).map(({ kind, amount }) => [kind, amount])).toEqual([
		['reversal', -100],
		['credit', 100],
	]);

	const early = randomUUID();
	expect((await play.send(signed(partner, other, early, changes))).status).toBe(200);
	expect(await play.balanceOf(other)).toBe(0);
	await play.send(signed(partner, other, early));
	expect(await play.balanceOf(other)).toBe(0);
	expect(await play.outcomesOf(other)).toEqual(['waiting', 'booked']);
});

const others = named.flatMap(([partner, fixture]) =>
	Object.entries(fixture.others).map(([outcome, changes]) => [partner, outcome, changes] as const),
);
test.each(others)('%s: %s', async (partner, outcome, changes) => {
	const uid = await play.user();
	const { status, body } = await play.send(signed(partner, uid, randomUUID(), changes));
	expect({ status, body }).toEqual({ status: 200, body: fixtures[partner]?.successBody });
	expect(await play.outcomesOf(uid)).toEqual(outcome === 'test' ? [] : [outcome]);
	expect(await play.balanceOf(uid)).toBe(0);
});

test("TimeWall's own holds book nothing and do not block the credit", async () => {
	const [uid, tx] = [await play.user(), randomUUID()];
	for (const type of ['hold', 'hold_cancelled']) {
		expect((await play.send(signed('timewall', uid, tx, { type, currencyAmount: '-5' }))).body).toBe('OK');
	}
	expect(await play.outcomesOf(uid)).toEqual(['noted', 'noted']);
	await play.send(signed('timewall', uid, tx));
	expect(await play.balanceOf(uid)).toBe(10_000);
});

test.each(having('bonus'))('%s: a bonus is booked and listed as a bonus', async (partner, changes) => {
	const uid = await play.user();
	await play.send(signed(partner, uid, randomUUID(), changes));
	expect(await play.balanceOf(uid)).toBe(10_000);
	expect(await play.historyOf(uid)).toMatchObject([{ kind: 'bonus', amount: 100 }]);
});

const weak = named.filter(([, { entry }]) => entry?.pathKey);

test.each(weak)('%s cannot credit one transaction to two users, even concurrently', async (partner) => {
	const uids = await Promise.all(Array.from({ length: 6 }, () => play.user()));
	const tx = randomUUID();
	const answers = await Promise.all(uids.map((uid) => play.send(signed(partner, uid, tx))));
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
	const balances = await Promise.all(uids.map(play.balanceOf));
	expect(balances.filter((balance) => balance === 10_000)).toHaveLength(1);
	const outcomes = (await Promise.all(uids.map(play.outcomesOf))).flat();
	expect(outcomes.toSorted()).toEqual(['booked', ...Array(5).fill('conflict')]);
	expect((await play.send(signed(partner, uids[outcomes.indexOf('booked')] ?? '', tx))).status).toBe(200);
});

describe.each(having('pending'))('a pending credit of %s', (partner, pending) => {
	const fixture = fixtures[partner] as Fixture;
	const [reward = ''] = Object.entries(fixture.credit).find(([, value]) => value === '100') ?? [];
	const tell = (uid: string, tx: string, changes: Fields) => play.send(signed(partner, uid, tx, changes));

	test('a pending credit is shown but not spendable until its approval', async () => {
		const [uid, tx] = [await play.user(), randomUUID()];
		await tell(uid, tx, pending);
		await tell(uid, tx, pending);
		expect([await play.balanceOf(uid), await play.pendingOf(uid)]).toEqual([0, 10_000]);
		expect(await play.historyOf(uid)).toMatchObject([{ kind: 'pending', amount: 100, pending_until: null }]);
		await tell(uid, tx, { [reward]: '90' });
		expect([await play.balanceOf(uid), await play.pendingOf(uid)]).toEqual([9_000, 0]);
		expect(await play.historyOf(uid)).toMatchObject([{ kind: 'credit', amount: 90, name: 'Level 30' }]);
		await tell(uid, tx, pending);
		expect(await play.pendingOf(uid)).toBe(0);
		expect(await play.outcomesOf(uid)).toEqual(['held', 'replayed', 'booked', 'replayed']);
	});

	test('keeps both history lines on rejection and counts as no chargeback', async () => {
		const [uid, tx] = [await play.user(), randomUUID()];
		await tell(uid, tx, pending);
		await tell(uid, tx, fixture.rejected ?? {});
		await tell(uid, tx, fixture.rejected ?? {});
		expect([await play.balanceOf(uid), await play.pendingOf(uid)]).toEqual([0, 0]);
		expect((await play.historyOf(uid)).map(({ kind, amount }) => [kind, amount])).toEqual([
			['reversal', -100],
			['credit', 100],
		]);
		expect(await play.outcomesOf(uid)).toEqual(['held', 'cancelled', 'replayed']);
		expect(await rowsOf(database.owner)`select from chargebacks where uid = ${uid}`).toEqual([]);
	});

	test('a pending credit is not paid if it is approved after its rejection', async () => {
		const [uid, tx] = [await play.user(), randomUUID()];
		const [other, otherTx] = [await play.user(), randomUUID()];
		await tell(uid, tx, pending);
		await tell(uid, tx, fixture.rejected ?? {});
		// Concurrent with a valid one, which must not fail.
		const answers = await Promise.all([tell(uid, tx, {}), tell(other, otherTx, {}), tell(uid, tx, {})]);
		expect(answers.map(({ status }) => status)).toEqual([409, 200, 409]);
		expect([await play.balanceOf(uid), await play.pendingOf(uid), await play.balanceOf(other)]).toEqual([0, 0, 10_000]);
		expect(await play.outcomesOf(uid)).toEqual(['held', 'cancelled', 'conflict', 'conflict']);
		const rows = await rowsOf(
			database.owner,
		)`select distinct why from callbacks where uid = ${uid} and why is not null`;
		expect(rows).toEqual([{ why: 'the partner had rejected this transaction' }]);
	});

	test('ends at zero if it is approved and rejected concurrently', async () => {
		const uids = await Promise.all(Array.from({ length: 10 }, play.user));
		await Promise.all(
			uids.map(async (uid) => {
				const tx = randomUUID();
				await tell(uid, tx, pending);
				await Promise.all([tell(uid, tx, {}), tell(uid, tx, fixture.rejected ?? {})]);
			}),
		);
		for (const uid of uids) expect([await play.balanceOf(uid), await play.pendingOf(uid)]).toEqual([0, 0]);
	});

	test('a pending credit stays rejected if it arrives after its rejection', async () => {
		const [uid, tx] = [await play.user(), randomUUID()];
		await tell(uid, tx, fixture.rejected ?? {});
		await tell(uid, tx, pending);
		expect(await play.pendingOf(uid)).toBe(0);
		await tell(uid, tx, {});
		expect([await play.balanceOf(uid), await play.pendingOf(uid)]).toEqual([0, 0]);
	});
});

test("a reversal's line names the offer and the partner's reason", async () => {
	const [uid, tx] = [await play.user(), randomUUID()];
	await play.send(signed('ayet', uid, tx));
	await play.send(signed('ayet', uid, tx, fixtures.ayet?.reversal));
	expect((await play.historyOf(uid))[0]?.name).toBe("Level 30: it's *new* ~! (Duplicate install)");
});
