import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSite } from '../../../test/sites/identity-site.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { earn, openTestDatabase } from '../../../test/support/database.ts';
import { hasPython, runChecker } from '../../../test/support/python.ts';
import { checkpointDeps } from '../../app/published-settings.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { type Checkpoint, hashOfCheckpoint } from '../../public-proof/checkpoint.ts';
import { proveUnchanged } from '../../public-proof/log/check-log.ts';
import { isRestorationUntold, makeCheckpoint } from '../../public-proof/make-checkpoint.ts';
import { takeStock } from './restored-site.ts';

const database = openTestDatabase();
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const { app, owner } = database;
const checkpoint = () => makeCheckpoint({ ...checkpointDeps(site.deps), owner });
const folder = testFolder();
let url: string;
beforeAll(async () => {
	url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});

function publishedAfter(before: Checkpoint): Checkpoint {
	const { signature: _, ...more } = {
		...before,
		n: before.n + 1,
		transfers: { count: before.transfers.count + 1, root: 'a'.repeat(64) },
		previous: hashOfCheckpoint(before),
	};
	return { ...more, signature: site.deps.proofKey.sign(more) };
}

test('the first checkpoint after a restoration reports it and the lost checkpoints', async () => {
	const { uid } = await site.signUp();
	await earn(app, uid, { atMs: Date.now() });
	const last = await checkpoint();
	const lost = publishedAfter(last);
	const until = new Date(Number(last.at) + 1);
	const restoration = { backup: 'b', until, gap: null, published: [last, lost] };
	const { checkpoint: found } = await inTransaction(owner, (tx) => takeStock(tx, restoration));
	expect(found).toMatchObject({ n: 2, transfers: 2, missing: 1 });

	await earn(app, uid, { atMs: Date.now() });
	site.advance(60_000);
	expect(await isRestorationUntold(app)).toBe(true);
	const first = await checkpoint();
	expect(await isRestorationUntold(app)).toBe(false);
	const restored = { after: 1, at: String(until.getTime()) };
	expect(first).toMatchObject({ n: 3, restored, previous: hashOfCheckpoint(lost), transfers: { count: 2 } });
	expect((await checkpoint()).restored).toBeNull();

	expect((await proveUnchanged(app, last)).problems).toEqual([]);
	const problems = (await proveUnchanged(app, lost)).problems.map(({ rule }) => rule);
	expect(problems).toContain('nothing was lost');
	if (!hasPython) return;
	const keep = async (name: string, stored: Checkpoint) => {
		await writeFile(join(folder, name), JSON.stringify({ items: [stored] }));
		return join(folder, name);
	};
	expect(await runChecker('check_proof', 'site', url, '--since', await keep('last', last))).toMatchObject({
		code: 0,
		output: expect.stringMatching(
			/NOTE: checkpoint 3 says that the site was restored .* after checkpoint 1 is lost\nHOLDS/,
		),
	});
	expect(await runChecker('check_proof', 'site', url, '--since', await keep('lost', lost))).toMatchObject({
		code: 1,
		output: expect.stringContaining('is not among what was lost'),
	});
});
