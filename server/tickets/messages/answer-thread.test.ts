import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Thread } from '../../../contract/accounts/threads.ts';
import type { AdminThread, FullStatement, ThreadFile } from '../../../contract/admin/threads.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { readMailOrder } from '../../notifications/mail-order.ts';
import { makeThreadCode } from './thread-codes.ts';

const database = openTestDatabase({ poolSize: 20 });
const { app: db, owner } = database;
const site = openAdminSite(database);
let admin: Person;
let user: Person;

beforeEach(async () => {
	// Staff of other tests would change who may answer an appeal.
	await sql`update users set role = null, staff_role = null where staff_role is not null`.execute(owner);
	admin = await site.admin();
	user = await site.signUp();
});

type Refused = { status: string; details: { reason: string } };
const call = async <Result>(name: string, data: unknown, who: Person) =>
	(await site.callAs(name, data, who)) as Result & Refused;
const open = async (about?: object, text = 'Please look at it.') =>
	(await call<{ reference: string }>('openThread', { subject: 'A question', text, about }, user)).reference;
const answer = (reference: string, who = admin, more: object = {}) =>
	call<AdminThread>('adminReplyToThread', { reference, text: 'We have looked at it.', ...more }, who);
const close = (reference: string, who = admin) =>
	call<AdminThread>('adminCloseThread', { reference, reason: 'Nothing to do.' }, who);
const file = (reference: string, who = admin) => call<ThreadFile>('adminGetThread', { reference }, who);
const read = (reference: string) => call<Thread>('getThread', { reference }, user);
const reply = (reference: string, text: string) => call('replyToThread', { reference, text }, user);
const pause = (by: Person) => call<object>('adminPauseUser', { uid: user.uid, reason: 'chargebacks: Too many.' }, by);
const roleOf = (who: Person, role: string) =>
	sql`update users set role = 'Admin', staff_role = ${role} where uid = ${who.uid}`.execute(owner);

test('an answer sends one notice and one mail, and the user can reply', async () => {
	const reference = await open();
	expect(await answer(reference)).toMatchObject({ state: 'waiting', asked_at: null });
	const { items } = await call<{ items: object[] }>('getNotices', null, user);
	expect(items).toMatchObject([{ kind: 'thread-answered', data: { reference, subject: 'A question' } }]);
	const { rows } = await sql<{ payload: object }>`
		select payload from graphile_worker._private_jobs
		where payload ->> 'uid' = ${user.uid} and payload ->> 'kind' = 'thread-answered'
	`.execute(owner);
	const orders = rows.map(({ payload }) => readMailOrder(payload));
	expect(orders).toEqual([{ kind: 'thread-answered', uid: user.uid, reference, position: 2 }]);
	const thread = await read(reference);
	expect(thread.messages.map(({ from }) => from)).toEqual(['you', 'staff']);
	expect(JSON.stringify(thread)).not.toContain(admin.uid);
	await reply(reference, 'Thank you.');
	expect((await file(reference)).thread).toMatchObject({ state: 'open', asked_at: expect.any(Number) });
});

test('an answer is stored alongside a concurrent answer and reply', async () => {
	const reference = await open();
	const other = await site.admin();
	await Promise.all([answer(reference), answer(reference, other), reply(reference, 'And?')]);
	const { messages } = await file(reference);
	expect(messages).toHaveLength(4);
	expect(new Set(messages.map(({ by }) => by))).toEqual(new Set([null, admin.uid, other.uid]));
});

test('an answer is audited without its text, like the closing of a thread', async () => {
	const reference = await open();
	await answer(reference, admin, { close: true });
	expect((await close(reference)).details.reason).toBe('thread-closed');
	await reply(reference, 'One more thing.');
	expect((await close(reference)).state).toBe('closed');
	const rows = await rowsOf<{ action: string }>(owner)`
		select action, details from audit_entries where uid = ${user.uid} order by id
	`;
	expect(rows.map(({ action }) => action)).toEqual(['answer-thread', 'close-thread']);
	expect(JSON.stringify(rows)).not.toContain('We have looked');
});

test("an answer cannot be given in one's own thread", async () => {
	const own = await call<{ reference: string }>('openThread', { subject: 'Mine', text: 'Me.' }, admin);
	expect((await answer(own.reference)).details.reason).toBe('not-to-yourself');
});

test.each([
	['support', undefined],
	['fraud', undefined],
	['finance', undefined],
	['viewer', 'role-may-not'],
])('an answer is allowed or refused by role: %s', async (role, refused) => {
	const reference = await open();
	const who = await site.signUp();
	await roleOf(who, role);
	expect((await answer(reference, who)).details?.reason).toBe(refused);
	expect((await file(reference, who)).thread.reference).toBe(reference);
});

test('an appeal must be answered by an admin who did not decide the matter', async () => {
	const other = await site.admin();
	await pause(admin);
	const reference = await open({ kind: 'pause' });
	expect((await file(reference)).answered_by_another).toBe(true);
	expect((await answer(reference)).details.reason).toBe('answered-by-another');
	expect((await close(reference)).details.reason).toBe('answered-by-another');
	expect((await file(reference, other)).answered_by_another).toBe(false);
	expect((await answer(reference, other)).state).toBe('waiting');
	expect((await read(reference)).messages.at(-1)).toMatchObject({ from: 'staff', by_decider: false });
});

test('an appeal against a pause from a fraud case must be answered by another admin', async () => {
	const other = await site.admin();
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${user.uid}, 'open', 50, now(), now())
	`.execute(owner);
	const reason = 'several-accounts: One device.';
	await call('adminHandleFraudCases', { uids: [user.uid], deed: 'pause', reason }, admin);
	const reference = await open({ kind: 'pause' });
	expect((await file(reference)).statement).toMatchObject({ rule: 'staff', decided_by: admin.uid });
	expect((await answer(reference)).details.reason).toBe('answered-by-another');
	expect((await answer(reference, other)).state).toBe('waiting');
});

test('an appeal against an adjustment must be answered by another admin', async () => {
	await site.admin();
	const adjust = { uid: user.uid, requestId: randomUUID() };
	await call('adminAdjustBalance', { ...adjust, amount: 2, reason: 'goodwill' }, admin);
	await call('adminAdjustBalance', { ...adjust, requestId: randomUUID(), amount: -2, reason: 'our-error' }, admin);
	const { items } = await call<{ items: { id: string }[] }>('getOfferHistory', {}, user);
	const reference = await open({ kind: 'reversal', id: items[0]?.id });
	const message = 'We made a mistake.';
	expect((await file(reference)).statement).toMatchObject({ rule: 'staff', decided_by: admin.uid, said: message });
	expect((await answer(reference)).details.reason).toBe('answered-by-another');
});

test('an appeal against a decision that was lifted must still be answered by another admin', async () => {
	await site.admin();
	await pause(admin);
	const reference = await open({ kind: 'pause' });
	await call('adminResumeUser', { uid: user.uid, reason: 'cleared' }, admin);
	expect((await answer(reference)).details.reason).toBe('answered-by-another');
});

test('an appeal is answered by the deciding admin if no other admin can, and the user sees that', async () => {
	await pause(admin);
	const viewer = await site.signUp();
	await roleOf(viewer, 'viewer');
	const gone = await site.admin();
	await site.ban(gone.uid, 'Gone.');
	const reference = await open({ kind: 'pause' });
	expect((await file(reference)).answered_by_another).toBe(false);
	expect((await answer(reference)).state).toBe('waiting');
	expect((await read(reference)).messages.at(-1)).toMatchObject({ from: 'staff', by_decider: true });
});

test('an appeal against a ban must be answered by another admin', async () => {
	await site.admin();
	await call('adminBanUser', { uid: user.uid, reason: 'terms' }, admin);
	const link = (await makeThreadCode({ db, clock: site.deps.clock }, { uid: user.uid, reference: null })) ?? '';
	const { reference } = (await site.call('openThreadByCode', { code: link })).json().result;
	expect((await answer(reference)).details.reason).toBe('answered-by-another');
});

test('the staff view lists open threads, the longest waiting first, and shows response times', async () => {
	await sql`delete from threads`.execute(owner);
	const first = await open(undefined, 'First.');
	const second = await open(undefined, 'Second.');
	await sql`update threads set asked_at = asked_at - interval '3 hours' where reference = ${second}`.execute(owner);
	type List = { items: AdminThread[]; nextCursor: string | null; figures: { since: number } };
	const list = (data: object) => call<List>('adminGetThreads', data, admin);
	const waiting = await list({ limit: 1 });
	expect(waiting.items.map(({ reference }) => reference)).toEqual([second]);
	const rest = await list({ limit: 1, cursor: waiting.nextCursor });
	expect(rest.items.map(({ reference }) => reference)).toEqual([first]);
	expect(rest.nextCursor).toBeNull();
	await answer(second);
	const after = await list({});
	expect(after.items.map(({ reference }) => reference)).toEqual([first]);
	expect(after.figures).toMatchObject({ open: 1, answers: 1, median_hours: 3, p90_hours: 3 });
	expect((await list({ state: 'waiting' })).items).toHaveLength(1);
	expect((await list({ uid: user.uid })).items).toHaveLength(2);
	expect((await list({ uid: admin.uid })).items).toHaveLength(0);
	expect((await list({ state: 'any' })).items).toHaveLength(2);
	const answered = await list({ state: 'any', answered_from: after.figures.since });
	expect(answered.items.map(({ reference }) => reference)).toEqual([second]);
	expect((await list({ state: 'any', answered_from: site.deps.clock.now() + 60_000 })).items).toEqual([]);
});

test('the staff view finds a thread by the beginning of its reference', async () => {
	const reference = await open();
	const query = reference.slice(0, 8).toLowerCase();
	const { items } = await call<{ items: object[] }>('adminSearch', { query }, admin);
	expect(items).toMatchObject([{ kind: 'thread', id: reference, path: `/admin/threads/${reference}` }]);
});

test('the staff view shows the deciding admin and all statements of reasons in force for the user', async () => {
	await pause(admin);
	const reference = await open({ kind: 'pause' });
	const { statement } = await file(reference);
	expect(statement).toMatchObject({ rule: 'staff', decided_by: admin.uid, inside: { reason: 'Too many.' } });
	expect((await file(reference)).names).toEqual({ [admin.uid]: admin.email });
	const { items } = await call<{ items: FullStatement[] }>('adminGetStatements', { uid: user.uid }, admin);
	expect(items).toMatchObject([{ kind: 'pause', decided_by: admin.uid }]);
});
