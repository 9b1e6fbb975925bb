import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { postbackOutcomes } from '../../../../contract/admin/lists.ts';
import type { PostbackRow } from '../../../../contract/offerwalls/callbacks.ts';
import { signedQuery } from '../../../../test/partners/play.ts';
import { openAdmin, openAdminSite, plainWall } from '../../../../test/sites/identity-site.ts';
import { newWallet, openTestDatabase } from '../../../../test/support/database.ts';
import { findWallet, openWallet } from '../../../ledger/wallet.ts';
import { cellOf, rowsOf } from '../../../lib/db/database.ts';
import type { Partner } from '../../partners/partner.ts';
import { partners } from '../../partners/registry.ts';
import type { Wall } from '../../walls/wall.ts';
import { selectPostback } from '../store-postbacks.ts';
import { purgePostbacks } from './purge-postbacks.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const SECRET = 'test-secret';
const site = openAdminSite(database, { walls: [plainWall()] });
const changeWall = (change: Partial<Wall>) => Object.assign(site.deps.walls[0] as Wall, change);
const admin = openAdmin(site);

type Found = { items: PostbackRow[]; nextCursor: string | null; searchedBackTo: number | null };
const find = async (filter: object) => (await site.callAs('adminFindCallbacks', filter, admin)) as Found;
type Replayed = { outcome?: string; status?: string };
const replay = (id: string | undefined) =>
	site.callAs('adminReplayCallback', { id, reason: 'The user asked.' }, admin) as Promise<Replayed>;

async function send(fields: Record<string, string>, signedBy = SECRET): Promise<number> {
	const all = { subId: '', transId: randomUUID(), reward: '100', payout: '0.5', status: '1', ...fields };
	return (await site.get(`/postback/w?${signedQuery('wannads', signedBy, all)}`)).statusCode;
}

const insertStored = (outcome: string, request: string, uid: string) => cellOf<string>(owner)`
	insert into callbacks (at, wall, outcome, ip, request, uid) values (now(), 'w', ${outcome}, '::1', ${request}, ${uid})
	returning id::text
`;

const user = () => newWallet(db);

const newest = async (uid: string): Promise<PostbackRow | undefined> => (await find({ text: uid })).items[0];

async function sendOff(fields: Record<string, string>, signedBy?: string): Promise<void> {
	changeWall({ enabled: false });
	await send(fields, signedBy);
	changeWall({ enabled: true });
}

test('a postback for an unknown user is booked once the user exists, and only once by concurrent replays', async () => {
	const uid = randomUUID();
	await send({ subId: uid });
	const stored = await newest(uid);
	expect(stored).toMatchObject({ outcome: 'unknown-user', uid, canReplay: true, booked: null });
	expect(stored?.request).toContain('signature=***');
	expect(await replay(stored?.id)).toEqual({ outcome: 'unknown-user' });

	await openWallet(db, uid);
	const replays = await Promise.all([1, 2, 3].map(() => replay(stored?.id)));
	expect(replays.map(({ outcome }) => outcome).toSorted()).toEqual(['booked', 'replayed', 'replayed']);
	expect(await findWallet(db, uid)).toMatchObject({ balance: 10_000, earned: 10_000 });
	expect((await find({ uid, outcome: 'booked' })).items).toMatchObject([{ booked: { kind: 'credit', amount: 100 } }]);
	expect(await replay((await newest(uid))?.id)).toMatchObject({ status: 'FAILED_PRECONDITION' });
});

type Refused = { by: string; status: number; outcome: string; why?: string; isNamed?: boolean };
type Sent = { wall?: Partial<Wall>; fields?: Record<string, string>; signedBy?: string; corrected: Partial<Wall> };
const rules = [{ parameter: 'status', values: { done: 'credit' as const } }];
const unlisted = 'status has the value done, which this contract does not list';
const ofDone = { by: 'an unknown value', status: 400, outcome: 'not-understood', why: unlisted, isNamed: true };
const ofSecret = { by: 'a wrong secret', status: 403, outcome: 'bad-signature', why: 'the signature does not match' };
const ofKey = { by: 'a wrong path key', status: 403, outcome: 'forbidden', why: 'the path key is wrong' };

test.each<Refused & Sent>([
	{
		...{ by: 'a disabled wall', status: 403, outcome: 'switched-off', isNamed: true },
		...{ wall: { enabled: false }, corrected: { enabled: true } },
	},
	{
		...ofDone,
		fields: { status: 'done' },
		corrected: { partner: { ...(partners.wannads as Partner), kinds: { rules } } },
	},
	{ ...ofSecret, signedBy: 'the-real-secret', corrected: { secret: 'the-real-secret' } },
	{ ...ofKey, wall: { pathKey: 'another-long-path-key' }, corrected: { pathKey: undefined } },
])('a postback refused for $by is booked once the entry is corrected, and only once', async (one) => {
	const { status, outcome, why, isNamed, wall = {}, fields = {}, signedBy, corrected } = one;
	const uid = await user();
	const before = { ...site.deps.walls[0] };
	changeWall(wall);
	expect(await send({ subId: uid, ...fields }, signedBy)).toBe(status);
	const stored = await newest(uid);
	expect(stored).toMatchObject({ outcome, ...(why && { why }), uid: isNamed ? uid : null, canReplay: true });
	const message = why && `This postback is still refused: ${why}.`;
	expect(await replay(stored?.id)).toMatchObject({ status: 'FAILED_PRECONDITION', ...(message && { message }) });
	changeWall(corrected);
	expect(await replay(stored?.id)).toEqual({ outcome: 'booked' });
	expect(await replay(stored?.id)).toEqual({ outcome: 'replayed' });
	changeWall(before);
	expect(await findWallet(db, uid)).toMatchObject({ balance: 10_000 });
});

test('a verified but unbooked postback is not booked twice if its partner sent it again', async () => {
	const [uid, transId] = [randomUUID(), randomUUID()];
	await send({ subId: uid, transId });
	const stored = await newest(uid);
	await openWallet(db, uid);
	expect(await send({ subId: uid, transId })).toBe(200);
	expect(await replay(stored?.id)).toEqual({ outcome: 'replayed' });
	expect(await findWallet(db, uid)).toMatchObject({ balance: 10_000 });
});

test('a verified but unbooked postback writes audit entries before and after the replay, with admin, reason and IP address', async () => {
	const uid = randomUUID();
	await send({ subId: uid });
	const stored = await newest(uid);
	await replay(stored?.id);
	const rows = await rowsOf(owner)`select actor, action, details from audit_entries where uid = ${uid} order by id`;
	const about = { callback: Number(stored?.id), before: { outcome: 'unknown-user' }, ip: '127.0.0.1', role: 'owner' };
	expect(rows).toEqual([
		{ actor: admin.uid, action: 'replay-callback', details: { ...about, reason: 'The user asked.' } },
		{ actor: admin.uid, action: 'callback-replayed', details: { ...about, after: { outcome: 'unknown-user' } } },
	]);
});

test('a verified but unbooked postback is not booked if the logged user differs or the text was cut off', async () => {
	const uid = await user();
	await sendOff({ subId: `${uid}x` });
	expect(await newest(uid)).toMatchObject({ outcome: 'switched-off', uid: null });
	expect(await replay((await newest(uid))?.id)).toEqual({ outcome: 'unknown-user' });
	for (const request of [`GET /postback/w?subId=${randomUUID()}&transId=1&reward=1&status=1`, 'GET /?subId', '']) {
		expect(await replay(await insertStored('unknown-user', request, uid))).toMatchObject({
			status: 'FAILED_PRECONDITION',
		});
	}
	expect(await findWallet(db, uid)).toMatchObject({ balance: 0 });
});

test('a refused postback is not booked if its sender is not allowed by now', async () => {
	const uid = randomUUID();
	await send({ subId: uid });
	const stored = await selectPostback(db, Number((await newest(uid))?.id));
	const wall = { ...(site.deps.walls[0] as Wall), allowedIps: ['192.0.2.1'] };
	expect(stored && (await site.deps.postbacks.takeAgain(wall, stored))).toEqual({
		refused: 'the IP address is not allowed',
	});
});

test('a refused postback stores neither its signature nor its user in readable form, and both are erased with the user', async () => {
	const uid = randomUUID();
	await send({ subId: uid });
	const sealed = await cellOf<string>(owner)`select sealed from callbacks where uid = ${uid}`;
	expect(sealed).toMatch(/^v1\./);
	expect(Buffer.from(sealed ?? '', 'base64').toString('latin1')).not.toContain(uid);
});

test('a postback with a wrong signature is never booked, even if its wall was disabled', async () => {
	const uid = await user();
	await sendOff({ subId: uid }, 'another-secret');
	expect(await newest(uid)).toMatchObject({ outcome: 'bad-signature', why: 'the signature does not match' });
	expect(await replay((await newest(uid))?.id)).toMatchObject({ status: 'FAILED_PRECONDITION' });
	expect(await findWallet(db, uid)).toMatchObject({ balance: 0 });
});

const final = postbackOutcomes.filter(
	(outcome) => !['unknown-user', 'switched-off', 'not-understood'].includes(outcome),
);
test.each(final)('a postback with the outcome %s is not booked, even if all else is valid', async (outcome) => {
	const uid = await user();
	const request = `GET /postback/w?subId=${uid}&transId=${uid}&reward=100&payout=1&status=1&signature=***`;
	expect(await replay(await insertStored(outcome, request, uid))).toMatchObject({ status: 'FAILED_PRECONDITION' });
	expect(await findWallet(db, uid)).toMatchObject({ balance: 0 });
	expect(await rowsOf(owner)`select from audit_entries where uid = ${uid}`).toEqual([]);
});

test('a postback with an unknown id is not found', async () => {
	expect(await replay('999999999')).toMatchObject({ status: 'NOT_FOUND' });
	expect(await replay('1 or 1=1')).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

test('deletes postbacks after 180 days and keeps their bookings', async () => {
	await sql`truncate callbacks restart identity`.execute(owner);
	const uid = await user();
	await send({ subId: uid });
	const [booked] = (await find({ uid })).items;
	await sql`
		insert into callbacks (at, wall, outcome, ip, request)
		select now() - n * interval '1 day', 'w', 'noted', '::1', 'GET /' from generate_series(0, 6000) n order by n desc
	`.execute(owner);
	const count = () => cellOf(owner)`select count(*)::int from callbacks`;
	const clock = { now: () => Date.now() + 1_000 };
	await sql`update callbacks set at = '2020-01-01Z' where id = ${booked?.id}`.execute(owner);
	await purgePostbacks({ owner, clock });
	expect(await count()).toBe(180);
	await purgePostbacks({ owner, clock });
	expect(await count()).toBe(180);
	expect(await findWallet(db, uid)).toMatchObject({ balance: 10_000 });
});

test('a dispute export contains verified postbacks and the clicks of their wall, and is audited', async () => {
	const uid = await user();
	await send({ subId: uid, transId: 'disputed', userIp: '203.0.113.9' });
	await send({ subId: uid, transId: 'forged' }, 'another-secret');
	const [click, elsewhere] = [randomUUID(), randomUUID()];
	await sql`
		insert into clicks (uid, id, at, wall, offer_id, offer_key, title, country, device)
		values (${uid}, ${click}, now(), 'w', 'o', '7', 'Level 30', 'NL', 'Firefox on Windows'),
			(${uid}, ${elsewhere}, now(), 'other', 'o', '8', 'Level 40', 'NL', 'Firefox on Windows')
	`.execute(owner);
	await sql`
		insert into hidden_offers (wall, key, hidden_at, reason, evidence)
		values ('w', '7', now(), 'claims', '{"completed": 40, "claimed": 20}')
	`.execute(owner);
	const made = await site.callAs('adminExportDispute', { uid, wall_id: 'w', reason: 'They deny it.' }, admin);
	expect(made).toEqual({
		uid,
		wall_id: 'w',
		callbacks: [
			{
				at: expect.any(Number),
				outcome: 'booked',
				why: null,
				request: expect.stringMatching(/disputed.*203\.0\.113\.9.*signature=\*\*\*/),
				booked: { kind: 'credit', amount: 100 },
			},
		],
		clicks: [{ id: click, at: expect.any(Number), offer_id: '7', name: 'Level 30' }],
		hidden_offers: [
			{ offer_id: '7', hidden_at: expect.any(Number), reason: 'claims', evidence: { completed: 40, claimed: 20 } },
		],
		is_complete: true,
	});
	const rows = await rowsOf(owner)`select details from audit_entries where action = 'export-dispute' and uid = ${uid}`;
	expect(rows).toMatchObject([{ details: { wall: 'w', reason: 'They deny it.' } }]);
});
