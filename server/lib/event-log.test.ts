import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { quietLog } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { DatabaseUnavailable, rowsOf } from './db/database.ts';
import { createEventLog, type LoggedEvent } from './event-log.ts';

const database = openTestDatabase();
const stranger = (n: number): LoggedEvent => ({
	source: 'refusal',
	what: `/api/call${n}`,
	outcome: 'unauthenticated',
	ip: `192.0.2.${n % 250}`,
});
const wrongPassword: LoggedEvent = {
	source: 'sign-in',
	what: '/auth/sign-in/email',
	outcome: 'auth/invalid-credential',
};

function open(db = database.app) {
	const clock = { nowMs: Date.now(), now: () => clock.nowMs };
	return { clock, events: createEventLog({ db, clock, log: quietLog() }) };
}

const listed = () =>
	rowsOf<{ what: string; outcome: string; note: string | null }>(database.owner)`
		select what, outcome, note from log_entries order by id
	`;

beforeEach(() => sql`truncate log_entries`.execute(database.owner));

test('a flood of anonymous requests does not displace events of authenticated users or of our own work', async () => {
	const { events } = open();
	for (let n = 0; n < 1_000; n += 1) events.note(stranger(n));
	for (let n = 0; n < 1_000; n += 1) events.note(wrongPassword);
	const important: LoggedEvent[] = [
		...Array.from({ length: 30 }, () => ({
			source: 'sign-in' as const,
			what: '/auth/sign-up/email',
			outcome: 'done',
			uid: randomUUID(),
		})),
		{ source: 'sign-in', what: '/auth/change-password', outcome: 'done' },
		{ source: 'refusal', what: '/api/adminGetUsers', outcome: 'permission-denied', uid: randomUUID() },
		{ source: 'vendor', what: 'rbxcrate create', outcome: 'unclear' },
		{ source: 'job', what: 'check-books', outcome: 'failed' },
		{ source: 'mail', what: 'reset-password', outcome: 'done' },
	];
	for (const event of important) events.note(event);
	await events.close();
	const stored = await listed();
	const ofThem = stored.filter(({ what }) => important.some((event) => event.what === what));
	expect(ofThem).toHaveLength(important.length);
	expect(stored.filter(({ what }) => what === wrongPassword.what)).toHaveLength(21);
	expect(stored.slice(-2)).toEqual([
		{ what: '*', outcome: 'unauthenticated', note: '1000 ×' },
		{ what: wrongPassword.what, outcome: wrongPassword.outcome, note: '980 ×' },
	]);
});

test('a flood of anonymous requests becomes one entry per minute, whatever paths it requests', async () => {
	const { events, clock } = open();
	for (let minute = 1; minute <= 3; minute += 1) {
		for (let n = 0; n < 100; n += 1) events.note(stranger(n));
		clock.nowMs += 60_000;
		await events.flush();
	}
	expect(await listed()).toEqual(Array(3).fill({ what: '*', outcome: 'unauthenticated', note: '100 ×' }));
	await events.close();
});

test("one signed-in user's flood of refusals does not displace another user's event", async () => {
	const { events } = open();
	const denied = (uid: string) => ({ source: 'refusal', what: '/api/x', outcome: 'permission-denied', uid }) as const;
	const [loud, quiet] = [randomUUID(), randomUUID()];
	for (let n = 0; n < 500; n += 1) events.note(denied(loud));
	events.note(denied(quiet));
	await events.close();
	expect(await rowsOf(database.owner)`select count(*)::int as n, uid from log_entries group by uid order by n`).toEqual(
		expect.arrayContaining([
			{ n: 5, uid: loud },
			{ n: 1, uid: quiet },
			{ n: 1, uid: null },
		]),
	);
});

test('stores events from a database outage once the database is back', async () => {
	let isUnavailable = true;
	const db = new Proxy(database.app, {
		get(target, name) {
			if (isUnavailable) throw new DatabaseUnavailable('away', { wasSent: false });
			const member: unknown = Reflect.get(target, name);
			return typeof member === 'function' ? member.bind(target) : member;
		},
	});
	const { events } = open(db);
	events.note({ source: 'job', what: 'check-books', outcome: 'done' });
	await events.flush();
	expect(await listed()).toEqual([]);
	isUnavailable = false;
	await events.close();
	expect(await listed()).toMatchObject([{ what: 'check-books' }]);
});
