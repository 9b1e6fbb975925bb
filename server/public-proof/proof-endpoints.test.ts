import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { earn } from '../../test/support/earnings.ts';
import { checkpointDeps } from '../app/published-settings.ts';
import { makeCheckpoint } from './make-checkpoint.ts';
import { isSignedBy } from './proof-key.ts';

const database = openTestDatabase();
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const hidden = openSite(database, { env: { PUBLIC_PROOF: 'off' } });

const checkpoint = () => makeCheckpoint({ ...checkpointDeps(site.deps), owner: database.owner });
const read = async (path: string) => (await site.get(path)).json();

describe('what anybody may read', () => {
	test('is what was signed, to the letter, and may be kept for a while', async () => {
		const { uid } = await site.signUp();
		await earn(database.app, uid, {});
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

	test('proves hashes of what is published, and of nothing else', async () => {
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
		]) {
			expect([query, await statusOf(query)]).toEqual([query, 400]);
		}
	});
});

test('where it is off, only the keys are there', async () => {
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
