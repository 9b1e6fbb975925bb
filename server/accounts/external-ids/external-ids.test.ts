import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openAdmin, openAdminSite, PASSWORD, plainWall } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { deleteAccount } from '../../account-deletion/delete-account.ts';
import { personalParts } from '../../app/features.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { rowOf, rowsOf } from '../../lib/db/database.ts';
import { printAliases } from '../../staff-commands.ts';
import { createUser } from '../user-record/ensure-user-record.ts';
import { purgeExpired } from '../user-record/purge-expired.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const SECRET = 'test-secret';
const walls = [plainWall(), plainWall({ id: 'off', enabled: false })];
const site = openAdminSite(database, { walls });
const admin = openAdmin(site);
let transactions = 0;

const newAlias = () => `aB${randomUUID().replaceAll('-', '').slice(0, 26)}`;

async function withAlias(alias = newAlias(), source = 'firebase/old') {
	const person = await site.signUp();
	await createUser(site.deps, undefined, { actor: person });
	await sql`insert into external_ids (id, source, uid) values (${alias}, ${source}, ${person.uid})`.execute(owner);
	return { ...person, alias };
}

type Fields = { subId: string; transId?: string; status?: string; reward?: string; uuid?: string };

function postback({ subId, transId = `t${++transactions}`, reward = '50', ...more }: Fields, wall = 'w'): string {
	const signature = createHash('md5').update(`${subId}${transId}${reward}${SECRET}`).digest('hex');
	const fields = { subId, transId, reward, payout: '0.5', status: '1', signature, ...more };
	return `/postback/${wall}?${new URLSearchParams(fields)}`;
}

const send = async (fields: Fields, wall?: string) => (await site.get(postback(fields, wall))).body;
const balanceOf = async (uid: string) => (await findWallet(db, uid))?.balance ?? 0;
const last = () =>
	rowOf<{ outcome: string; uid: string | null }>(owner)`select outcome, uid from callbacks order by id desc limit 1`;

test('a credit, its replay and its reversal may name the old id or the uid', async () => {
	const { uid, alias } = await withAlias();
	const after = async (fields: Fields) => [await send(fields), (await last())?.outcome, await balanceOf(uid)];
	expect(await after({ subId: alias, transId: 'mixed' })).toEqual(['OK', 'booked', 5000]);
	expect(await after({ subId: uid, transId: 'mixed' })).toEqual(['DUP', 'replayed', 5000]);
	expect(await after({ subId: alias, transId: 'mixed', status: '2' })).toEqual(['OK', 'reversed', 0]);
	expect(await after({ subId: alias, transId: 'early', status: '2' })).toEqual(['OK', 'waiting', 0]);
	expect(await after({ subId: uid, transId: 'early' })).toEqual(['OK', 'booked', 0]);
	await send({ subId: alias }, 'off');
	await vi.waitFor(async () => expect(await last()).toEqual({ outcome: 'switched-off', uid }));
});

test('a reversal of a credit in the imported history takes at most its amount back, once', async () => {
	const { uid, alias } = await withAlias();
	await sql`
		insert into imported_history (uid, id, kind, at, amount, name, transaction_id)
		values (${uid}, 'rewards/1', 'reward', now(), 3000, 'Survey', 'old-1'),
			(${uid}, 'rewards/3', 'reward', now(), 3000, 'Survey', 'old-3'),
			(${uid}, 'rewards/4', 'reward', now(), -3000, 'Survey', 'old-3')
	`.execute(owner);
	const reverse = async (more: object = {}) => {
		const answer = await send({ subId: alias, transId: 'old-1', status: '2', ...more });
		return [answer, (await last())?.outcome, await balanceOf(uid)];
	};
	expect(await reverse()).toEqual(['OK', 'capped', -3000]);
	expect(await reverse({ reward: '20' })).toEqual(['DUP', 'replayed', -3000]);
	for (const transId of ['old-2', 'old-3']) expect(await reverse({ transId })).toEqual(['OK', 'waiting', -3000]);
	const booked = sql`select kind, amount, payout_micros, offer_name from transfers where uid = ${uid}`;
	expect((await booked.execute(owner)).rows).toEqual([
		{ kind: 'import-reversal', amount: 3000, payout_micros: -500_000, offer_name: 'Survey' },
	]);
});

test.each<[string, (alias: string) => string]>([
	['in another case', (alias) => alias.toLowerCase()],
	['cut off', (alias) => alias.slice(0, -1)],
	['that is too long', (alias) => alias.repeat(5)],
	['in UUID form', () => randomUUID()],
	['that is empty', () => ''],
])('an id %s is unknown', async (_, change) => {
	const { alias } = await withAlias();
	expect(await send({ subId: change(alias) })).toBe('OK');
	await vi.waitFor(async () => expect(await last()).toMatchObject({ outcome: 'unknown-user' }));
});

test('a credit that came before the import is booked when the partner repeats it', async () => {
	const alias = newAlias();
	await send({ subId: alias, transId: 'before' });
	const { uid } = await withAlias(alias);
	await send({ subId: alias, transId: 'before' });
	expect(await balanceOf(uid)).toBe(5000);
});

test('a uid costs no lookup', async () => {
	const spy = vi.spyOn(site.deps.memory, 'digestOf');
	await send({ subId: admin.uid });
	expect(spy).not.toHaveBeenCalled();
	await send({ subId: newAlias() });
	expect(spy).toHaveBeenCalledOnce();
	spy.mockRestore();
});

test('the database refuses an old id in UUID form and a second owner of one', async () => {
	await expect(withAlias(randomUUID())).rejects.toThrow('external_ids');
	const { alias } = await withAlias();
	await expect(withAlias(alias, 'another')).rejects.toThrow('external_ids');
});

test('text that was signed for one old id cannot be cut for another', async () => {
	const [short, long] = [await withAlias('77'), await withAlias('771')];
	expect(await send({ subId: long.alias, transId: '23' })).toBe('OK');
	expect(await send({ subId: short.alias, transId: '123' })).toBe('CONFLICT');
});

test('a deleted account keeps only digests of its old ids, and late postbacks are handled as for its uid', async () => {
	const { uid, alias } = await withAlias();
	await send({ subId: alias, transId: 'gone' });
	await deleteAccount({ ...site.deps, ...personalParts }, uid, { by: { kind: 'admin', uid: admin.uid } });
	expect(await rowsOf(owner)`select from external_ids where id = ${alias}`).toEqual([]);
	for (const subId of [alias, uid]) {
		expect(await send({ subId, transId: `late-${subId}` })).toBe('OK');
		expect(await last()).toEqual({ outcome: 'unknown-user', uid });
	}
	await send({ subId: alias, transId: 'gone', status: '2' });
	expect(await last()).toEqual({ outcome: 'reversed', uid });
	const kinds = await rowsOf(owner)`select kind from transfers where uid = ${uid} order by id desc limit 1`;
	expect(kinds).toEqual([{ kind: 'loss' }]);
	expect(await site.callAs('adminSearch', { query: alias }, admin)).toMatchObject({ items: [{ id: uid }] });
});

test('the user document is read under the own old id; ids of others answer like unknown ones', async () => {
	const [own, other] = [await withAlias(), await withAlias()];
	const read = (id: string) => site.get(`/data/users/${id}`, { authorization: `Bearer ${own.accessToken}` });
	expect((await read(own.alias)).json()).toEqual((await read(own.uid)).json());
	const refused = await Promise.all([other.alias, other.uid, newAlias(), randomUUID(), '%20'].map(read));
	expect(refused.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(5).fill([403, refused[0]?.body]));
});

test('search, export and command know the whole old id', async () => {
	const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
	const { uid, alias, accessToken } = await withAlias();
	const search = (query: string) => site.callAs('adminSearch', { query }, admin);
	expect(await search(alias)).toMatchObject({ items: [{ kind: 'user', id: uid, path: `/admin/users/${uid}` }] });
	for (const query of [alias.slice(0, 20), alias.toUpperCase()]) expect(await search(query)).toEqual({ items: [] });
	const { result } = (await site.call('exportMyData', null, accessToken)).json();
	expect(result.account.external_ids).toEqual([{ source: 'firebase/old', id: alias }]);
	expect(await printAliases(site.deps, { operands: [], options: { uid } })).toBe(0);
	expect(printed.mock.calls).toEqual([[`firebase/old  ${alias}`]]);
	await expect(printAliases(site.deps, { operands: [], options: { uid: alias } })).rejects.toThrow('--uid');
	printed.mockRestore();
});

test('an imported account without an age is neither purged nor deleted as that of a child', async () => {
	const [kept, child, gone] = [await withAlias(), await withAlias(), await withAlias()];
	const uids = [kept, child, gone].map(({ uid }) => uid);
	await sql`update auth_user set age_known = false, created_at = 'epoch' where id = any(${uids})`.execute(owner);
	await sql`with w as (delete from wallets where uid = ${gone.uid}) delete from users where uid = ${gone.uid}`.execute(
		owner,
	);
	const headers = { authorization: `Bearer ${child.sessionToken}` };
	const answer = await site.post('/auth/age', { birthDate: '2020-01-01' }, headers);
	expect(answer.json()).toMatchObject({ code: 'auth/too-young' });
	const again = async () => {
		const { token } = (await site.post('/auth/sign-in/email', { email: child.email, password: PASSWORD })).json();
		return site.post('/auth/age', { birthDate: '2000-01-01' }, { authorization: `Bearer ${token}` });
	};
	expect((await again()).json()).toMatchObject({ code: 'auth/too-young' });
	await purgeExpired(site.deps);
	const left = await rowsOf(owner)`
		select uid, age_known from auth_user a join external_ids e on e.uid = a.id where e.uid = any(${uids}) order by uid
	`;
	expect(left).toEqual([kept.uid, child.uid].toSorted().map((uid) => ({ uid, age_known: false })));
});
