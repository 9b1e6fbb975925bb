import { createHash } from 'node:crypto';
import { z } from 'zod';
import { proofEndpoints } from '../../contract/proof/proof.ts';
import { openSite } from '../../test/sites/identity-site.ts';
import { earn, openTestDatabase } from '../../test/support/database.ts';
import { checkpointDeps } from '../app/published-settings.ts';
import { prepareTree } from './liabilities/liability-trees.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { isSignedBy } from './proof-key.ts';

const database = openTestDatabase();
const { app, owner } = database;
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const hidden = openSite(database, { env: { PUBLIC_PROOF: 'off' } });

const checkpoint = () => makeCheckpoint({ ...checkpointDeps(site.deps), owner });
const read = async (path: string) => (await site.get(path)).json();

test('the public proof endpoints serve signed checkpoints unchanged, with cache headers, keys and settings', async () => {
	const { uid } = await site.signUp();
	await earn(app, uid, {});
	const made = [await checkpoint(), await checkpoint()];
	expect(await read('/proof/checkpoints')).toEqual({ items: made });
	expect((await read('/proof/checkpoints?after=1&limit=1')).items).toEqual([made[1]]);
	const answer = await site.get('/proof/checkpoints?after=2');
	expect(answer.json()).toEqual({ items: [] });
	expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' });
	const { keys } = await read('/.well-known/lootpass-proof.json');
	expect(keys).toMatchObject([{ id: made[0]?.key, until: null, signed_by: null, signature: null }]);
	const publicKey = Buffer.from(keys[0].public_key, 'base64url');
	expect(made.every((each) => isSignedBy(publicKey, each))).toBe(true);
	const settings = (await site.get('/proof/settings')).body;
	expect(createHash('sha256').update(settings).digest('hex')).toBe(made[1]?.settings);
	expect(await read(`/proof/settings?hash=${made[1]?.settings}`)).toEqual(JSON.parse(settings));
	expect((await site.get(`/proof/settings?hash=${'0'.repeat(64)}`)).statusCode).toBe(404);
});

test('the public proof endpoints prove only published transfers and reject invalid queries', async () => {
	const { count } = (await checkpoint()).transfers;
	const inclusion = await read(`/proof/transfers/inclusion?index=0&size=${count}`);
	expect(inclusion).toMatchObject({ index: 0, leaf_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
	expect(await read(`/proof/transfers/consistency?from=${count}&to=${count}`)).toEqual({ path: [] });
	const statusOf = async (query: string) => (await site.get(`/proof/transfers/${query}`)).statusCode;
	for (const query of [
		`inclusion?index=${count}&size=${count}`,
		`inclusion?index=0&size=${count + 1}`,
		`inclusion?index=-1&size=1`,
		`inclusion?index=0`,
		`consistency?from=2&to=1`,
		`consistency?from=0&to=${count + 1}`,
		`consistency?from=x&to=1`,
		'inclusion?index=999999999999999&size=999999999999999',
		'inclusion?index=0&size=99999999999999999999',
		'inclusion?index=0&index=0&size=1',
		'inclusion?index=&size=',
		'consistency?from=-1&to=0',
		'consistency?from=1e0&to=1',
	]) {
		expect([query, await statusOf(query)]).toEqual([query, 400]);
	}
	for (const query of ['after=-1', 'after=x', 'limit=0', 'limit=1001', 'after=1&after=2', 'after=1e3']) {
		expect([query, (await site.get(`/proof/checkpoints?${query}`)).statusCode]).toEqual([query, 400]);
	}
	expect(await read('/proof/checkpoints?after=999999999999999')).toEqual({ items: [] });
	for (const hash of ['', 'abc', 'G'.repeat(64)]) {
		expect((await site.get(`/proof/settings?hash=${hash}`)).statusCode).toBe(400);
	}
});

test('no endpoint lists leaves or links the receipts of one user', async () => {
	const [who, other] = [await site.signUp(), await site.signUp()];
	for (const { uid } of [who, who, other, who]) await earn(app, uid, { atMs: Date.now() });
	const { n, transfers } = await makeCheckpoint({ ...checkpointDeps(site.deps), owner, ...(await prepareTree(owner)) });
	const { items } = (await site.call('getOfferHistory', {}, who.accessToken)).json().result;
	const receipts = await Promise.all(items.map(({ receipt }: { receipt: string }) => read(`/receipt/${receipt}.json`)));
	expect(receipts).toHaveLength(3);
	for (const field of ['user', 'reference', 'id', 'signature']) {
		expect(new Set(receipts.map((receipt) => receipt[field])).size, field).toBe(3);
	}
	const indexes = Array.from({ length: transfers.count }, (_, index) => index);
	const answers = await Promise.all([
		...['/.well-known/lootpass-proof.json', '/proof/checkpoints', '/proof/settings', '/proof/liabilities'].map(read),
		...indexes.map((index) => read(`/proof/transfers/inclusion?index=${index}&size=${transfers.count}`)),
		...indexes.map((from) => read(`/proof/transfers/consistency?from=${from}&to=${transfers.count}`)),
		...receipts.map(({ id }) => read(`/receipt/${id}/state`)),
	]);
	const text = JSON.stringify(answers);
	for (const { uid, email } of [who, other]) for (const own of [uid, email]) expect(text).not.toContain(own);
	for (const { user, reference } of receipts) for (const own of [user, reference]) expect(text).not.toContain(own);
	const path = JSON.stringify((await site.call('getLiabilityProof', {}, who.accessToken)).json().result);
	for (const own of [who.uid, other.uid, ...receipts.map(({ user }) => user)]) expect(path).not.toContain(own);
	expect(n).toBeGreaterThan(0);
	// Only this endpoint exposes these fields.
	const lists = Object.entries(proofEndpoints).filter(([, { answer }]) =>
		/"(user|reference)"/.test(JSON.stringify(z.toJSONSchema(answer))),
	);
	expect(lists.map(([address]) => address)).toEqual(['GET /receipt/{id}.json']);
});

test('with the public proof disabled, only the keys are served', async () => {
	for (const [path, status] of [
		['/.well-known/lootpass-proof.json', 200],
		['/proof/checkpoints', 404],
		['/proof/settings', 404],
		['/proof/transfers/inclusion?index=0&size=1', 404],
		['/proof/transfers/consistency?from=0&to=0', 404],
	] as const) {
		expect([path, (await hidden.get(path)).statusCode]).toEqual([path, status]);
	}
});
