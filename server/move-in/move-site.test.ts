import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { openSite } from '../../test/sites/identity-site.ts';
import { readPages } from '../../test/sites/json-client.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { testMemory } from '../../test/support/stubs.ts';
import { checkLiability } from '../../web/proof/check-liability.ts';
import { adminDeleteUser } from '../account-deletion/delete-account.ts';
import { atTheMachine } from '../accounts/with-audit.ts';
import { personalParts } from '../app/features.ts';
import { checkpointDeps } from '../app/published-settings.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { systemClock } from '../lib/clock-and-log.ts';
import { cellOf, inTransaction, rowsOf } from '../lib/db/database.ts';
import { getOfferHistory, getPendingRewards } from '../offerwalls/history/get-offer-history.ts';
import { getLiabilityProof, prepareTree } from '../public-proof/liabilities/liability-trees.ts';
import { makeCheckpoint } from '../public-proof/make-checkpoint.ts';
import { isSignedBy } from '../public-proof/proof-key.ts';
import { getWithdrawal, getWithdrawHistory } from '../withdrawals/history/get-withdraw-history.ts';
import type { Hold } from './import-accounts.ts';
import { mirrorFirebase } from './mirror-firebase.ts';
import { importSite, planSite } from './move-site.ts';
import { adminDecideImported, adminGetMove } from './move-work.ts';
import { openFirebase, serviceAccount } from './sources/read-firebase.ts';
import { mapping, type Source, type SourceAccount, type SourceDocument } from './sources/source.ts';

const database = openTestDatabase();
const site = openSite(database);
const { app, owner } = database;
const names = mapping.parse({});

type World = {
	accounts: (SourceAccount & { robux?: unknown; role?: string; marked?: object })[];
	rewards?: SourceDocument[];
	withdrawals?: SourceDocument[];
	parameters?: Awaited<ReturnType<Source['readHashParameters']>>;
};

function sourceOf(project: string, { accounts, rewards = [], withdrawals = [], parameters }: World): Source {
	const users = accounts.map(({ localId, robux, role, marked }) => ({ id: localId, data: { robux, role, ...marked } }));
	const histories = { offer_history: rewards, withdraw_history: withdrawals };
	const collections: Record<string, SourceDocument[]> = { users, ...histories };
	return {
		...{ project, kind: 'firebase' as const, readTime: null, readHashParameters: async () => parameters },
		accounts: () => Readable.from(accounts),
		documents: (collection) => Readable.from(collections[collection] ?? []),
	};
}

function importFrom(source: Source, { isFinal = false, hold = undefined as Hold } = {}) {
	const { secretBox, proofKey } = site.deps;
	const deps = { db: app, clock: systemClock, memory: testMemory, secretBox, proofKey };
	return importSite(deps, source, { mapping: names, hold, isFinal, onProgress: () => {} });
}

/** A project with its own ids, and what becomes of it. */
function openProject() {
	const project = `p-${randomUUID().slice(0, 8)}`;
	const id = (name: string) => `${name}${project}`;
	const account = (name: string, robux: unknown, more: Partial<World['accounts'][number]> = {}) => ({
		...{ localId: id(name), email: `${name}@${project}.example`, emailVerified: true, robux, ...more },
	});
	const run = (world: World, options = {}) => importFrom(sourceOf(project, world), options);
	const state = () =>
		rowsOf<{ id: string; uid: string; balance: number; pending: number }>(owner)`
			select left(e.id, ${-project.length}) as id, w.uid, w.balance, w.pending
			from external_ids e join wallets w using (uid) where e.source = ${`firebase/${project}`} order by 1
		`;
	const money = async () =>
		Object.fromEntries((await state()).map(({ id, balance, pending }) => [id, [balance, pending]]));
	const uidOf = async (name: string) => (await state()).find((row) => row.id === name)?.uid as string;
	return { project, id, account, run, money, uidOf };
}

function remove(uid: string) {
	const deps = { ...site.deps, ...personalParts, memory: testMemory } as never;
	return adminDeleteUser(deps, { uid, reason: 'asked for it' }, atTheMachine);
}

/** Decides about all open items of a user. @returns the items. */
async function decide(uid: string, outcome: 'paid' | 'decided') {
	const open = (await adminGetMove(site.deps)).open.filter(({ user }) => user.uid === uid);
	for (const { id } of open) {
		await adminDecideImported(site.deps, { uid, id, outcome, reason: 'checked' }, atTheMachine);
	}
	return open;
}

const contents = () =>
	rowsOf<{ rows: string }>(owner)`
		select jsonb_build_object('transfers', (select count(*) from transfers), 'wallets', (select jsonb_agg(w order by uid) from wallets w),
			'imported', (select jsonb_agg(i order by uid) from imported_accounts i), 'users', (select jsonb_agg(u order by uid) from users u),
			'auth', (select jsonb_agg(a order by id) from auth_user a), 'invites', (select count(*) from staff_invites))::text as rows
	`;

test('imports held balances, changes nothing when repeated, and books differences and releases at the end', async () => {
	const { account, run, money, uidOf, project } = openProject();
	const before = { accounts: [account('a', 12.3), account('b', 5), account('c', undefined)] };
	const report = await run(before);
	expect(await money()).toEqual({ a: [0, 1230], b: [0, 500], c: [0, 0] });
	expect(report).toMatchObject({
		accounts: { found: 3, imported: 3, unchanged: 0, skipped: [] },
		balances: { total: 17.3, imported: 17.3, held: 17.3, differences: [] },
		compared: { accounts: { source: 3, here: 3 }, robux: { source: 17.3, here: 17.3 } },
	});
	expect(isSignedBy(site.deps.proofKey.publicKey, report)).toBe(true);
	const kept = await contents();
	expect((await run(before)).accounts).toMatchObject({ imported: 0, unchanged: 3 });
	expect(await contents()).toEqual(kept);

	const after = { accounts: [account('a', 20), account('b', 1.5), account('c', undefined)] };
	await run(after, { isFinal: true });
	expect(await money()).toEqual({ a: [2000, 0], b: [150, 0], c: [0, 0] });
	const final = await contents();
	await run(after, { isFinal: true });
	await run(after);
	expect(await contents()).toEqual(final);

	const fallen = await run({ accounts: [account('a', 15), account('b', 1.5)] }, { isFinal: true });
	expect(await money()).toEqual({ a: [2000, 0], b: [150, 0], c: [0, 0] });
	expect(fallen.balances.differences).toMatchObject([
		{ source: 15, imported: 20, reason: expect.stringContaining('fell after its release') },
		{ source: null, imported: 0, reason: 'the account is no longer at the source' },
	]);
	const uid = await uidOf('a');
	expect(await decide(uid, 'decided')).toMatchObject([{ id: null, amount: 5 }]);
	await run({ accounts: [account('a', 15)] }, { isFinal: true });
	expect(await decide(uid, 'decided')).toEqual([]);
	await sql`
		insert into waiting_reversals (uid, wall, transaction_id, amount, payout_micros, received_at)
		values (${uid}, 'w', 'old', 100, 500000, now()), (${randomUUID()}, 'w', 'early', 100, 500000, now())
	`.execute(owner);
	const { reports, before_move } = await adminGetMove(site.deps);
	expect(before_move).toMatchObject([{ id: 'old', user: { uid }, amount: 1, payout_usd: 0.5 }]);
	const [last, ...earlier] = reports.filter(({ report }) => report.project === project);
	expect([last?.report.mode, earlier.length]).toEqual(['final', 6]);
	expect(isSignedBy(site.deps.proofKey.publicKey, last?.report as never)).toBe(true);
});

test("a user's own mark of the mirror does not bring back money that they spent at the source", async () => {
	const { account, run, money } = openProject();
	const marked = { marked: { mirrored_at: new Date() } };
	await run({ accounts: [account('a', 12.3)] });
	const { balances } = await run({ accounts: [account('a', 2, marked), account('b', 9, marked)] }, { isFinal: true });
	expect(await money()).toEqual({ a: [200, 0], b: [0, 0] });
	expect(balances).toMatchObject({ total: 2, imported: 2 });
});

test("an imported balance is in the day's tree of liabilities, on hold and after its release", async () => {
	const { account, run, uidOf } = openProject();
	const world = { accounts: [account('a', 12.3)] };
	await run(world);
	const uid = await uidOf('a');
	const prove = async () => {
		await makeCheckpoint({ ...checkpointDeps(site.deps), owner, ...(await prepareTree(owner)) });
		return getLiabilityProof(site.deps, {}, { actor: { uid } });
	};
	const held = await prove();
	expect(held).toMatchObject({ amount: '1230', spendable: '0', held_back: '1230' });
	expect(await checkLiability(uid, held, undefined)).toMatchObject({ parts: 'yes', path: 'yes' });
	await run(world, { isFinal: true });
	site.advance(DAY_MS);
	expect(await prove()).toMatchObject({ amount: '1230', spendable: '1230', held_back: '0' });
});

test('keeps what --hold holds until a later run without it', async () => {
	const { account, run, money } = openProject();
	const world = { accounts: [account('poor', 10), account('rich', 600)] };
	await run(world, { isFinal: true, hold: { above: 50_000 } });
	expect(await money()).toEqual({ poor: [1000, 0], rich: [0, 60_000] });
	await run(world, { isFinal: true, hold: { above: 0 } });
	expect(await money()).toEqual({ poor: [1000, 0], rich: [0, 60_000] });
	await run(world, { isFinal: true });
	expect(await money()).toEqual({ poor: [1000, 0], rich: [60_000, 0] });
});

test('a plan reports the same totals and writes nothing', async () => {
	const { account, project } = openProject();
	const kept = await contents();
	const source = sourceOf(project, { accounts: [account('a', 7), account('b', 600)] });
	const options = { mapping: names, hold: { above: 50_000 }, onProgress: () => {} };
	const balances = { total: 607, imported: 607, held: 600 };
	const plan = await planSite(source, options, Date.now());
	expect(plan).toMatchObject({ mode: 'plan', accounts: { imported: 2 }, balances });
	expect(await contents()).toEqual(kept);
});

test('reports more faulty history entries than a call takes arguments', async () => {
	const { project, account } = openProject();
	const rewards = Array.from({ length: 200_000 }, (_, n) => ({ id: `r${n}`, data: {} }));
	const source = sourceOf(project, { accounts: [account('a', 1)], rewards });
	expect((await importFrom(source)).problems).toHaveLength(rewards.length);
});

test('a disabled account is banned, an admin is invited but not staff, and an account without address cannot sign in', async () => {
	const { account, run, uidOf, project } = openProject();
	const boss = account('boss', 0, { role: 'Admin' });
	const phone = { localId: `phone${project}`, phoneNumber: '+491', robux: 3 };
	const google = account('g', 1, { providerUserInfo: [{ providerId: 'google.com', rawId: `sub-${project}` }] });
	const world = { accounts: [boss, phone, google, account('bad', 5, { disabled: true })] };
	const report = await run(world);
	expect(report).toMatchObject({ admins: 1, compared: { admins: { source: 1, here: 1 } } });
	const rows = await rowsOf<Record<string, unknown>>(owner)`
		select u.uid, u.staff_role, u.ban_reason, u.ban_rule, a.email, a.email_verified, a.age_known,
			(select account_id from auth_account where user_id = a.id and provider_id = 'google') as google
		from users u join auth_user a on a.id = u.uid join imported_accounts i using (uid) where i.project = ${project}
	`;
	const of = async (name: string) => {
		const uid = await uidOf(name);
		return rows.find((row) => row.uid === uid);
	};
	expect(await of('boss')).toMatchObject({ staff_role: null, email_verified: true, age_known: false });
	expect(await of('bad')).toMatchObject({ ban_rule: 'staff@1', ban_reason: expect.stringContaining('disabled') });
	expect(await of('g')).toMatchObject({ google: `sub-${project}` });
	expect(await of('phone')).toMatchObject({ email: `${await uidOf('phone')}@imported.invalid`, email_verified: false });
	const invites = await rowsOf<{ role: string }>(owner)`select role from staff_invites where email = ${boss.email}`;
	expect(invites).toEqual([{ role: 'viewer' }]);
	const late = account('late', 0, { emailVerified: false, displayName: `${'x'.repeat(99)}😀` });
	await run({ accounts: [account('bad', 5), boss, phone, google, late] });
	const [unbanned] = await rowsOf(owner)`select ban_reason from users where uid = ${await uidOf('bad')}`;
	expect(unbanned).toEqual({ ban_reason: null });
	await sql`update auth_user set email_verified = true where id = ${await uidOf('late')}`.execute(owner);
	await run({ accounts: [account('bad', 5), boss, phone, google, { ...late, validSince: '1764000000' }] });
	const confirmed = await rowsOf(owner)`select email_verified from auth_user where email = ${late.email}`;
	expect(confirmed).toEqual([{ email_verified: true }]);
	await run(world, { isFinal: true });
	const changed = { accounts: [account('g', 1, { role: 'Admin', disabled: true })] };
	const { problems, compared } = await run(changed);
	expect(problems.at(-1)?.problem).toBe('disabled at the source, but not banned here');
	expect(compared?.admins.here).toBe(2);
});

test('an address, an id or a deleted account that exists here is never taken over', async () => {
	const [one, other] = [openProject(), openProject()];
	const { email } = await site.signUp();
	const gone = one.account('gone', 4, { passwordHash: 'AAAA' });
	await one.run({ accounts: [one.account('a', 5, { email: email.toUpperCase() }), gone] });
	expect(await one.money()).toEqual({ a: [0, 500], gone: [0, 400] });
	const [row] = await rowsOf(owner)`select email from auth_user where id = ${await one.uidOf('a')}`;
	expect(row).toMatchObject({ email: expect.stringContaining('@imported.invalid') });

	const stolen = await other.run({ accounts: [{ localId: one.id('a'), robux: 100 }] });
	expect(stolen.accounts.skipped).toEqual([{ id: one.id('a'), reason: 'the id belongs to another account' }]);
	expect(stolen.balances.differences).toMatchObject([{ source: 100, imported: 0 }]);

	const [token, empty] = [await site.signUp(), await site.signUp()];
	for (const [name, { uid }] of Object.entries({ token, empty })) {
		const values = sql`(${one.id(name)}, ${`firebase/${one.project}`}, ${uid})`;
		await sql`insert into external_ids (id, source, uid) values ${values}`.execute(owner);
	}
	const google = { providerUserInfo: [{ providerId: 'google.com', rawId: one.id('google') }] };
	const fromApp = [one.account('token', 9, { disabled: true, ...google }), one.account('empty', 0, { disabled: true })];
	const world = { accounts: [one.account('a', 5), gone, ...fromApp] };
	expect((await one.run(world)).accounts).toMatchObject({ imported: 3, unchanged: 1 });
	const ways = rowsOf(owner)`select from auth_account where user_id = ${token.uid} and provider_id = 'google'`;
	expect(await ways).toHaveLength(1);
	expect((await one.run(world)).accounts).toMatchObject({ imported: 0, unchanged: 4 });
	const parameters = { signerKey: 'AAAA', saltSeparator: '', rounds: 8, memCost: 14 };
	expect((await one.run({ ...world, parameters })).accounts).toMatchObject({ imported: 1, unchanged: 3 });
	expect(await one.money()).toMatchObject({ token: [0, 900] });
	for (const { uid } of [token, empty]) {
		expect(await rowsOf(owner)`select ban_reason from users where uid = ${uid}`).toEqual([{ ban_reason: null }]);
	}

	const uid = await one.uidOf('gone');
	await remove(uid);
	const wallets = await rowsOf(owner)`select balance, pending from wallets where uid = ${uid}`;
	expect(wallets).toEqual([{ balance: 0, pending: 0 }]);
	const named = sql`select reference from transfers where uid = ${uid} and strpos(reference, ${one.id('gone')}) > 0`;
	expect((await named.execute(owner)).rows).toEqual([]);
	const again = await one.run(
		{ accounts: [one.account('a', 5), one.account('gone', 4), one.account('token', 9)] },
		{ isFinal: true },
	);
	expect(again.accounts.skipped).toEqual([{ id: one.id('gone'), reason: 'the account was deleted here' }]);
});

describe('histories', () => {
	const at = (day: number) => `2026-03-0${day}T10:00:00Z`;

	test('imported histories are listed after entries of this site, page by page, exported and erased with the account', async () => {
		const { account, run, uidOf, id } = openProject();
		const rewards = [1, 2, 3].map((day) => ({
			id: `r${day}`,
			data: { uid: id('a'), amount: day, name: `Survey ${day}`, earning_source: 'Old wall\ud83d', timestamp: at(day) },
		}));
		const order = (n: number, status: string) => ({
			id: `w${n}`,
			data: { uid: id('a'), amount: 20, order_id: `OLD-${n}`, status, created_at: at(n) },
		});
		const broken = { id: 'r9', data: { uid: id('a'), amount: 'x' } };
		const world = {
			accounts: [account('a', 7)],
			rewards: [...rewards, broken],
			withdrawals: [order(1, 'completed'), order(2, 'waiting')],
		};
		const report = await run(world, { isFinal: true });
		await run(world, { isFinal: true });
		expect(report).toMatchObject({ histories: 5, compared: { histories: { source: 5, here: 5 } } });
		expect(report.problems.map(({ problem }) => problem)).toEqual([
			'a history entry without user, time or amount',
			expect.stringContaining('an open withdrawal of 20.00 R$'),
		]);
		const uid = await uidOf('a');
		expect(await decide(uid, 'paid')).toMatchObject([{ name: 'OLD-2', amount: 20 }]);
		await run(world, { isFinal: true });
		expect(await decide(uid, 'paid')).toEqual([]);
		const lines = await readPages((cursor) => getOfferHistory({ db: app, walls: [] }, uid, { limit: 2, cursor }));
		const seen = lines.map(({ kind, name, amount }) => `${kind} ${name} ${amount}`);
		expect(seen).toEqual(['imported null 7', 'imported Survey 3 3', 'imported Survey 2 2', 'imported Survey 1 1']);
		const caller = { actor: { uid } };
		const { items } = await getWithdrawHistory({ db: app }, { limit: 25, cursor: undefined }, caller);
		expect(items.map(({ order_id, status, amount }) => [order_id, status, amount])).toEqual([
			['OLD-2', 'Completed', 20],
			['OLD-1', 'Completed', 20],
		]);
		const life = await getWithdrawal({ db: app }, { id: items[1]?.id ?? '' }, caller);
		expect(life.steps.map(({ kind }) => kind)).toEqual(['requested', 'paid']);
		const exported = await inTransaction(app, (tx) => personalParts.exportParts(tx, uid));
		expect(exported.parts.imported_history).toHaveLength(5);
		await remove(uid);
		expect(await rowsOf(owner)`select from imported_history where uid = ${uid}`).toEqual([]);
	});

	test('a held balance is pending in the history and among the rewards on hold', async () => {
		const { account, run, uidOf } = openProject();
		await run({ accounts: [account('a', 7)] });
		const uid = await uidOf('a');
		const { items } = await getOfferHistory({ db: app, walls: [] }, uid, { limit: 5, cursor: undefined });
		expect(items).toMatchObject([{ kind: 'pending', amount: 7, receipt: expect.stringMatching(/./) }]);
		const pending = await getPendingRewards({ db: app, walls: [] }, undefined, { actor: { uid } });
		expect(pending).toMatchObject({ total: 7, count: 1, items: [{ kind: 'pending', amount: 7 }] });
	});
});

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

async function openFirebaseProject() {
	const key = serviceAccount.parse(await (await fetch(`${sandbox.url}/firebase/service-account.json`)).json());
	return openFirebase(key, { origin: sandbox.url, nowMs: Date.now() });
}

async function mirror() {
	const rounds: string[] = [];
	const options = { mapping: names, untilMs: 0, onRound: (text: string) => rounds.push(text) };
	await mirrorFirebase({ db: app, memory: testMemory, clock: systemClock }, await openFirebaseProject(), options);
	const documents = new Map<string, Record<string, unknown>>();
	for await (const { id, data } of (await openFirebaseProject()).documents('users')) {
		documents.set(id.replace(/0+$/, ''), data);
	}
	return { documents, rounds };
}

test('documents follow accounts of a final import, and their balances are not imported again', async () => {
	const uidOf = (name: string) => cellOf<string>(owner)`select uid from external_ids where id like ${`${name}0%`}`;
	const run = async (isFinal: boolean) => (await importFrom(await openFirebaseProject(), { isFinal })).compared?.robux;
	await run(false);
	expect(await mirror()).toMatchObject({ rounds: [] });
	const before = await run(true);
	const [pat = '', robin = ''] = [await uidOf('PasswordPlayer'), await uidOf('GooglePlayer')];
	await sql`update users set roblox_username = 'pat', last_access = to_timestamp(1790000000) where uid = ${pat}`.execute(
		owner,
	);
	const credit = { kind: 'credit', wall: 'w', reference: 'offer/w/1/credit', atMs: 1 } as const;
	await inTransaction(app, (tx) => postTransfer(tx, { ...credit, uid: pat, amount: asRobuxCents(5_000) }));
	const first = await mirror();
	expect(first.rounds).toEqual(['1214 documents written']);
	const mirrored_at = expect.any(Date);
	expect(first.documents.get('PasswordPlayer')).toEqual({
		...{ robux: 62.3, roblox_username: 'pat', role: 'user', last_access: new Date(1_790_000_000_000), mirrored_at },
	});
	expect(first.documents.get('Gone')).toEqual({ robux: 17 });
	expect(await run(true)).toEqual({ source: before?.source, here: before?.here });

	await remove(robin);
	const { documents } = await mirror();
	expect([documents.has('GooglePlayer'), documents.has('Gone')]).toEqual([false, true]);
});
