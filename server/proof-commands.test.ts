import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openSite, TEST_SECRETS } from '../test/sites/identity-site.ts';
import { typeCommand } from '../test/support/commands.ts';
import { testFolder } from '../test/support/contents-of.ts';
import { earn, openTestDatabase } from '../test/support/database.ts';
import { proofCommands } from './proof-commands.ts';
import { checkLogDaily, listProofAlerts } from './public-proof/log/check-log.ts';
import { receiptIdsOf } from './public-proof/receipts/receipt-ids.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const { app, owner } = database;
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const folder = testFolder();

function type(line: string) {
	const env = { DATA_DIR: folder, SANDBOX: 'off', PROOF_KEY: TEST_SECRETS.proofKey };
	return typeCommand(
		proofCommands(env, (_, login, work) => work(database[`${login}Pool`])),
		line,
	);
}

async function keep(name: string, value: unknown): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, JSON.stringify(value));
	return path;
}

test('a checkpoint can be made by command, and later changes to old rows are detected', async () => {
	const { uid } = await site.signUp();
	await earn(app, uid, { atMs: Date.now() });
	expect(await type('checkpoint')).toMatchObject({
		code: 0,
		text: expect.stringContaining('Checkpoint 1: 1 transfers'),
	});
	expect((await site.get('/proof/liabilities')).json()).toEqual({ items: [] });
	await earn(app, uid, { atMs: Date.now() });
	expect(await type('checkpoint --liabilities')).toMatchObject({ code: 0 });
	const published = (await site.get('/proof/checkpoints')).json();
	expect(published.items[1]).toMatchObject({ n: 2, transfers: { count: 2 }, liabilities: { people: 1, sum: '200' } });
	const stored = await keep('kept', published);
	expect(await type(`prove-unchanged --since ${stored}`)).toMatchObject({
		code: 0,
		text: expect.stringMatching(/Nothing was changed since checkpoint 2 of 20.*\nChecked 2 transfers/),
	});

	await sql`update transfers set amount = amount + 1 where id = (select min(id) from transfers)`.execute(owner);
	const found = await type(`prove-unchanged --since ${stored}`);
	expect(found).toMatchObject({ code: 1, text: expect.stringContaining('BROKEN: no sealed transfer was changed') });
	await checkLogDaily({ owner, clock: site.deps.clock });
	expect(await listProofAlerts({ db: app })).toMatchObject([{ kind: 'books-rewritten' }]);
	await sql`update transfers set amount = amount - 1 where id = (select min(id) from transfers)`.execute(owner);

	const nonsense = await keep('nonsense', { items: [] });
	expect(await type(`prove-unchanged --since ${nonsense}`)).toMatchObject({
		code: 1,
		text: expect.stringContaining("doesn't contain a response of /proof/checkpoints"),
	});
});

test('check-receipt compares a receipt with keys and ledger', async () => {
	const who = await site.signUp();
	await earn(app, who.uid, { atMs: Date.now() });
	const { items } = (await site.call('getOfferHistory', {}, who.accessToken)).json().result;
	const receipt = (await site.get(`/receipt/${items[0].receipt}.json`)).json();
	const says = async (shown: unknown) => type(`check-receipt ${await keep('receipt', shown)}`);
	expect(await says(receipt)).toMatchObject({ code: 0, text: expect.stringContaining('The receipt is valid') });
	expect(await says({ ...receipt, amount: '99900' })).toMatchObject({
		code: 1,
		text: expect.stringContaining('FORGED'),
	});

	const { signature: _, ...changed } = { ...receipt, transfer: '999999', id: (await receiptIdsOf(app)).idOf(999_999) };
	const never = { ...changed, signature: site.deps.proofKey.sign(changed) };
	expect(await says(never)).toMatchObject({ code: 1, text: expect.stringContaining('SIGNED, BUT WITHOUT A TRANSFER') });
});
