import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { loadConfig } from '../../app/config.ts';
import { certificateAlert, certificateEnd, listSignals } from './list-signals.ts';

const { app, owner } = openTestDatabase();
const nowMs = Date.UTC(2026, 10, 20, 12);
const deps = {
	choresDb: app,
	clock: { now: () => nowMs },
	log: silentLog,
	walls: [
		{ id: 'one', enabled: true },
		{ id: 'off', enabled: false },
	],
	networkTable: { facts: () => undefined },
	config: loadConfig({ DATA_DIR: '.' }),
};
const kinds = async () => (await listSignals(deps)).map(({ kind }) => kind);

afterEach(async () => {
	for (const table of ['account_buckets', 'callbacks', 'log_entries']) {
		await sql`delete from ${sql.table(table)}`.execute(owner);
	}
});

async function pays(wall: string, { untilHours, amount = 10_000, taken = 0 }: Paying): Promise<void> {
	await sql`
		insert into account_buckets (part, account, starts_at, debited, credited)
		select gen_random_uuid(), 'partner:' || ${wall}, to_timestamp(${nowMs / 1_000}) - n * interval '1 hour', ${amount}, ${taken}
		from generate_series(${untilHours}::int, 330) as n
	`.execute(owner);
}
type Paying = { untilHours: number; amount?: number; taken?: number };

test('a healthy site raises no alert', async () => {
	await pays('one', { untilHours: 1, taken: 100 });
	expect(await kinds()).toEqual([]);
});

describe('a wall', () => {
	test('raises an alert when silent for twice its longest pause, unless it is disabled', async () => {
		await pays('one', { untilHours: 2 });
		await pays('off', { untilHours: 20 });
		expect(await kinds()).toEqual([]);
		await sql`delete from account_buckets where starts_at > to_timestamp(${(nowMs - 3 * HOUR_MS + MINUTE_MS) / 1_000})`.execute(
			owner,
		);
		const [silent] = await listSignals(deps);
		expect(silent).toEqual({
			kind: 'silent one',
			message: 'No postbacks from one for 3 h, more than twice its longest pause in two weeks.',
		});
	});

	test('raises no silence alert if it seldom pays', async () => {
		await pays('one', { untilHours: 290 });
		expect(await kinds()).toEqual([]);
	});

	test('raises an alert when it reverses far more than usual', async () => {
		await pays('one', { untilHours: 1, taken: 300 });
		expect(await kinds()).toEqual([]);
		await sql`
			update account_buckets set credited = 3000 where starts_at >= to_timestamp(${(nowMs - DAY_MS) / 1_000})
		`.execute(owner);
		expect(await listSignals(deps)).toMatchObject([
			{ kind: 'reversals one', message: 'one reversed 30% of its rewards in a day (usually 3%).' },
		]);
	});

	test('raises an alert for many bad signatures, unless most postbacks are valid', async () => {
		const calls = (outcome: string, count: number, ageMs: number) =>
			sql`
				insert into callbacks (at, wall, outcome, ip, request)
				select to_timestamp(${(nowMs - ageMs) / 1_000}), 'one', ${outcome}, '', 'GET /' from generate_series(1, ${count})
			`.execute(owner);
		await calls('bad-signature', 50, 2 * HOUR_MS);
		await calls('bad-signature', 9, MINUTE_MS);
		await calls('booked', 30, MINUTE_MS);
		expect(await kinds()).toEqual([]);
		await calls('bad-signature', 1, MINUTE_MS);
		expect(await kinds()).toEqual(['signatures one']);
		await calls('booked', 60, MINUTE_MS);
		expect(await kinds()).toEqual([]);
	});

	test.each(['not-understood', 'malformed', 'forbidden', 'conflict', 'unknown-user'])(
		'raises an alert for many postbacks with the outcome %s, and names the reason',
		async (outcome) => {
			const add = (wall: string, count: number) =>
				sql`
					insert into callbacks (at, wall, outcome, ip, request, why)
					select to_timestamp(${(nowMs - MINUTE_MS) / 1_000}), ${wall}, ${outcome}, '', 'GET /', 'TYPE is odd'
					from generate_series(1, ${count})
				`.execute(owner);
			await add('one', 9);
			expect(await kinds()).toEqual([]);
			await add('one', 21);
			expect(await listSignals(deps)).toMatchObject([
				{
					kind: 'refusals one',
					message:
						'30 of 30 postbacks from one were refused or named an unknown user in the last hour. Most frequent reason: TYPE is odd.',
				},
			]);
			await add('no-such-wall', 10);
			expect((await kinds()).toSorted()).toEqual(['refusals', 'refusals one']);
		},
	);
});

test('one signed postback with an unlisted value raises an alert until it is replayed', async () => {
	const why = 'ACTIVITY:TYPE has the value PROMOTION, which this contract does not list';
	await sql`
		insert into callbacks (at, wall, outcome, ip, request, why)
		values (to_timestamp(${(nowMs - MINUTE_MS) / 1_000}), 'one', 'not-understood', '', 'GET /', ${why})
	`.execute(owner);
	const message = `A signed postback from one could not be booked: ${why}. Correct the wall, then replay it.`;
	expect(await listSignals(deps)).toEqual([{ kind: 'unlisted one', message }]);
	await sql`update callbacks set outcome = 'booked'`.execute(owner);
	expect(await kinds()).toEqual([]);
});

test('a platform that fails for five minutes raises an alert until it responds', async () => {
	const note = (what: string, outcome: string, ageMs: number) =>
		sql`
			insert into log_entries (at, source, what, outcome, note)
			values (to_timestamp(${(nowMs - ageMs) / 1_000}), 'platform', ${what}, ${outcome}, '/v2/users: 403')
		`.execute(owner);
	for (const ageMs of [6, 3, 1]) await note('games', 'failed', ageMs * MINUTE_MS);
	await note('passes', 'failed', 6 * MINUTE_MS);
	expect(await listSignals(deps)).toEqual([
		{ kind: 'platform', message: 'The game platform is unavailable for games (3 times, last: /v2/users: 403).' },
	]);
	await note('games', 'done', 0);
	for (let n = 0; n < 3; n += 1) await note('games', 'failed', 0);
	expect(await kinds()).toEqual([]);
});

test('failing mails raise an alert unless more are sent than fail', async () => {
	const mails = (outcome: string, count: number) =>
		sql`
			insert into log_entries (at, source, what, outcome)
			select to_timestamp(${(nowMs - MINUTE_MS) / 1_000}), 'mail', 'notice', ${outcome} from generate_series(1, ${count})
		`.execute(owner);
	await mails('failed', 2);
	expect(await kinds()).toEqual([]);
	await mails('failed', 1);
	expect(await kinds()).toEqual(['mail']);
	await mails('done', 3);
	expect(await kinds()).toEqual([]);
});

test('a certificate raises an alert two weeks before it expires, an unreachable site does not', async () => {
	expect(certificateAlert(nowMs + 15 * DAY_MS, nowMs)).toEqual([]);
	expect(certificateAlert(nowMs + 3 * DAY_MS, nowMs)).toMatchObject([{ kind: 'certificate' }]);
	expect(certificateAlert(undefined, nowMs)).toEqual([]);
	expect(await certificateEnd('127.0.0.1', 1)).toBeUndefined();
});

test('country data older than 30 days raises an alert', async () => {
	const facts = (days: number) => () => ({
		...{ type: 'Test', builtMs: nowMs - days * DAY_MS, attribution: { text: 'Test', url: null } },
	});
	const signs = async (days: number) => listSignals({ ...deps, networkTable: { facts: facts(days) } });
	expect(await signs(30)).toEqual([]);
	expect(await signs(31)).toEqual([{ kind: 'network-table', message: expect.stringContaining('31 days old') }]);
});

test('a failing check does not hide other alerts', async () => {
	const unreadable = () => {
		throw new Error('unreadable');
	};
	const unavailable = { ...deps, networkTable: { facts: unreadable } };
	await pays('one', { untilHours: 1, taken: 5_000 });
	await sql`update account_buckets set credited = 100 where starts_at < to_timestamp(${(nowMs - DAY_MS) / 1_000})`.execute(
		owner,
	);
	expect((await listSignals(unavailable)).map(({ kind }) => kind)).toEqual(['reversals one']);
});
