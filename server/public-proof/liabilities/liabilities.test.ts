import { sql } from 'kysely';
import type { LiabilityProof } from '../../../contract/proof/liability-proof.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openSite } from '../../../test/sites/identity-site.ts';
import { earn, openTestDatabase } from '../../../test/support/database.ts';
import { checkLiability } from '../../../web/proof/check-liability.ts';
import { checkpointDeps } from '../../app/published-settings.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction, rowOf, rowsOf } from '../../lib/db/database.ts';
import { destroyKey } from '../erase-user.ts';
import { sealTransfers } from '../log/seal-transfers.ts';
import { makeCheckpoint } from '../make-checkpoint.ts';
import { receiptIdsOf } from '../receipts/receipt-ids.ts';
import { forgetTrees, getLiabilityProof, prepareTree, treeIfDue } from './liability-trees.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const { owner, app } = database;
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const hidden = openSite(database, { env: { PUBLIC_PROOF: 'off' } });

const DAY_MS = 86_400_000;
const grow = async () => makeCheckpoint({ ...checkpointDeps(site.deps), owner, ...(await prepareTree(owner)) });
const YES = { parts: 'yes', path: 'yes', published: 'yes', signed: 'yes' };
type Person = Awaited<ReturnType<typeof site.signUp>>;

async function personWith(amounts: { balance?: number; pending?: number }): Promise<Person> {
	const person = await site.signUp();
	await earn(app, person.uid, {});
	const { balance = 0, pending = 0 } = amounts;
	await sql`update wallets set balance = ${balance}, pending = ${pending} where uid = ${person.uid}`.execute(owner);
	return person;
}

async function callFor({ accessToken }: Person, payload: object = {}, from = site): Promise<LiabilityProof> {
	return (await from.call('getLiabilityProof', payload, accessToken)).json().result;
}
const proofFor = ({ uid }: Person, payload: { day?: string } = {}) =>
	getLiabilityProof({ ...site.deps, db: app }, payload, { actor: { uid } });
const refusalFor = (person: Person, payload: { day?: string } = {}) =>
	proofFor(person, payload).then(
		() => undefined,
		({ code }) => code,
	);

async function published() {
	const { items } = (await site.get('/proof/liabilities')).json();
	const { keys } = (await site.get('/.well-known/lootpass-proof.json')).json();
	return { items, keys };
}

async function check(person: Person, proof: LiabilityProof) {
	const { items, keys } = await published();
	const tree = items.find(({ n }: { n: number }) => n === proof.checkpoint);
	return checkLiability(person.uid, proof, { tree, keys });
}

test("a tree of each day proves each user's own amount, and is built once a day", async () => {
	const people = await Promise.all(
		[{ balance: 12_345, pending: 600 }, { balance: -2_000, pending: 50 }, {}].map(personWith),
	);
	const [rich, below] = people as [Person, Person];
	await insertOrders(owner, { uid: rich.uid, state: 'screening', amount: 3_000 });
	const checkpoint = await grow();
	const open = await rowOf<{ count: number }>(owner)`select count(*) as count from wallets where closed_at is null`;
	expect(checkpoint.liabilities).toEqual({
		day: new Date(site.deps.clock.now()).toISOString().slice(0, 10),
		root: expect.stringMatching(/^[0-9a-f]{64}$/),
		sum: String(12_345 + 600 + 3_000 + 50),
		below_zero: '2000',
		people: open?.count,
	});
	for (const person of people) {
		const proof = await callFor(person);
		expect(proof).toMatchObject({ checkpoint: checkpoint.n, at: checkpoint.at, root: checkpoint.liabilities?.root });
		expect(await check(person, proof)).toEqual(YES);
	}
	const amounts = { amount: '15945', spendable: '12345', held_back: '600', on_its_way: '3000', sum: '15995' };
	expect(await proofFor(rich)).toMatchObject(amounts);
	expect(await proofFor(below)).toMatchObject({ amount: '50', spendable: '0', held_back: '50', on_its_way: '0' });
	const later = await site.signUp();
	expect(await refusalFor(later)).toBe('not-found');
	expect((await grow()).liabilities).toBeNull();
	expect((await published()).items).toEqual([checkpoint]);
	expect((await hidden.get('/proof/liabilities')).statusCode).toBe(404);
	expect(await callFor(rich, {}, hidden)).toEqual(await proofFor(rich));
	const refused = await site.call('getLiabilityProof', { day: 'yesterday' }, rich.accessToken);
	expect(refused.json().error.status).toBe('INVALID_ARGUMENT');
});

test('a tree of each day has new salts and a new order each day, and expires after 30 days', async () => {
	const people = await Promise.all(Array.from({ length: 6 }, () => personWith({ balance: 100 })));
	const [person] = people as [Person];
	const first = (await published()).items[0].liabilities.day;
	expect(await treeIfDue(owner, site.deps.clock)).toBeUndefined();
	site.advance(DAY_MS);
	expect(await treeIfDue(owner, site.deps.clock)).toBeDefined();
	await grow();
	const before = await Promise.all(people.map((each) => proofFor(each)));
	site.advance(DAY_MS);
	const checkpoint = await grow();
	const after = await Promise.all(people.map((each) => proofFor(each)));
	const { day = '' } = before[0] ?? {};
	expect(checkpoint.liabilities?.day).not.toBe(day);
	expect(new Set([...before, ...after].map(({ salt }) => salt)).size).toBe(12);
	expect(before.map(({ index }) => index)).not.toEqual(after.map(({ index }) => index));
	expect(await proofFor(person, { day })).toEqual(before[0]);
	expect(await refusalFor(person, { day: '2000-01-01' })).toBe('not-found');
	expect(await refusalFor(person, { day: first })).toBe('not-found');
	site.advance(28 * DAY_MS);
	expect(await refusalFor(person, { day })).toBeUndefined();
	site.advance(DAY_MS);
	expect(await refusalFor(person, { day })).toBe('not-found');
	await forgetTrees({ owner, clock: site.deps.clock });
	const left = await rowOf<{ days: string[] }>(owner)`
		select array_agg(distinct c.day::text) as days from liability_chunks c join liability_trees t on t.day = c.day
	`;
	expect(left?.days).toEqual([checkpoint.liabilities?.day]);
});

test('a tree of each day spans many chunks', async () => {
	await sql`
		insert into wallets (uid, balance) select gen_random_uuid(), n from generate_series(1, 3000) n
	`.execute(owner);
	const people = await Promise.all(Array.from({ length: 4 }, () => personWith({ balance: 100 })));
	site.advance(DAY_MS);
	const { liabilities } = await grow();
	for (const person of people) {
		const proof = await proofFor(person);
		expect(proof.path).toHaveLength(12);
		expect(proof.sum).toBe(liabilities?.sum);
		expect(await check(person, proof)).toEqual(YES);
	}
});

test('a tree of each day includes users who joined after its keys were made', async () => {
	site.advance(DAY_MS);
	const { findLiabilities } = await prepareTree(owner);
	const late = await site.signUp();
	await openWallet(app, late.uid);
	const { n } = await makeCheckpoint({ ...checkpointDeps(site.deps), owner, findLiabilities });
	const proof = await proofFor(late);
	expect(proof).toMatchObject({ checkpoint: n, amount: '0' });
	expect(await check(late, proof)).toEqual(YES);
});

test("a tree of each day does not block other writers while it is built, even those who create or delete its users' keys", async () => {
	site.advance(DAY_MS);
	const { findLiabilities } = await prepareTree(owner);
	const [new1, new2] = [await site.signUp(), await site.signUp()];
	for (const { uid } of [new1, new2]) await openWallet(app, uid);
	let rounds = 0;
	const checkpoint = await makeCheckpoint({
		...checkpointDeps(site.deps),
		owner,
		async findLiabilities(tx, at) {
			const tree = await findLiabilities(tx, at);
			rounds += 1;
			if (rounds > 1) return tree;
			await earn(app, new1.uid, {});
			await sealTransfers({ owner });
			const transfer = await rowOf<{ id: number }>(app)`select id from transfers where uid = ${new1.uid}`;
			const receipt = (await receiptIdsOf(app)).idOf(transfer?.id ?? 0);
			expect((await site.get(`/receipt/${receipt}.json`)).statusCode).toBe(200);
			await inTransaction(app, (other) => destroyKey(other, new2));
			return tree;
		},
	});
	expect(rounds).toBe(2);
	expect((await proofFor(new1)).checkpoint).toBe(checkpoint.n);
	expect(await check(new1, await proofFor(new1))).toEqual(YES);
	expect(await refusalFor(new2)).toBe('not-found');
	expect(await rowsOf(owner)`select from proof_people where uid = ${new2.uid} and key is null`).toHaveLength(1);
});
