import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { openSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { testMemory } from '../../test/support/stubs.ts';
import { adminDeleteUser } from '../account-deletion/delete-user.ts';
import { atTheMachine } from '../accounts/with-audit.ts';
import { personalParts } from '../app/features.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { systemClock } from '../lib/clock-and-log.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { mirrorFirebase } from './mirror-firebase.ts';
import { importSite } from './move-site.ts';
import { mapping } from './sources/mapping.ts';
import { openFirebase, serviceAccount } from './sources/read-firebase.ts';

const database = openTestDatabase();
const site = openSite(database);
const { app: db, owner } = database;
const names = mapping.parse({});
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

async function openProject() {
	const key = serviceAccount.parse(await (await fetch(`${sandbox.url}/firebase/service-account.json`)).json());
	return openFirebase(key, { origin: sandbox.url, nowMs: Date.now() });
}

async function run(isFinal: boolean) {
	const { secretBox, proofKey } = site.deps;
	const deps = { db, clock: systemClock, memory: testMemory, secretBox, proofKey };
	const report = await importSite(deps, await openProject(), {
		...{ mapping: names, hold: undefined, isFinal, onProgress: () => {} },
	});
	return report.compared?.robux;
}

async function mirror() {
	const rounds: string[] = [];
	const options = { mapping: names, untilMs: 0, onRound: (text: string) => rounds.push(text) };
	await mirrorFirebase({ db, memory: testMemory, clock: systemClock }, await openProject(), options);
	const documents = new Map<string, Record<string, unknown>>();
	for await (const { id, data } of (await openProject()).documents('users')) documents.set(id.replace(/0+$/, ''), data);
	return { documents, rounds };
}

const uidOf = async (name: string) =>
	(await rowsOf<{ uid: string }>(owner)`select uid from external_ids where id like ${`${name}0%`}`)[0]?.uid ?? '';

test('documents follow accounts of a final import, and their balances are not imported again', async () => {
	await run(false);
	expect(await mirror()).toMatchObject({ rounds: [] });
	const before = await run(true);
	const [pat, robin] = [await uidOf('PasswordPlayer'), await uidOf('GooglePlayer')];
	await sql`update users set roblox_username = 'pat', last_access = to_timestamp(1790000000) where uid = ${pat}`.execute(
		owner,
	);
	const credit = { kind: 'credit', wall: 'w', reference: 'offer/w/1/credit', atMs: 1 } as const;
	await inTransaction(db, (tx) => postTransfer(tx, { ...credit, uid: pat, amount: asRobuxCents(5_000) }));
	const first = await mirror();
	expect(first.rounds).toEqual(['1214 documents written']);
	const mirrored_at = expect.any(Date);
	expect(first.documents.get('PasswordPlayer')).toEqual({
		...{ robux: 62.3, roblox_username: 'pat', role: 'user', last_access: new Date(1_790_000_000_000), mirrored_at },
	});
	expect(first.documents.get('Gone')).toEqual({ robux: 17 });
	expect(await run(true)).toEqual({ source: before?.source, here: before?.here });

	const deps = { ...site.deps, ...personalParts, memory: testMemory } as never;
	await adminDeleteUser(deps, { uid: robin, reason: 'asked for it' }, atTheMachine);
	const { documents } = await mirror();
	expect([documents.has('GooglePlayer'), documents.has('Gone')]).toEqual([false, true]);
});
