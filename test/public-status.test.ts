import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/durations.ts';
import { loadConfig } from '../server/app/config.ts';
import { checkpointDeps } from '../server/app/published-settings.ts';
import { createReadPublicStatus } from '../server/home/get-public-status.ts';
import { listSignals } from '../server/operations/alerts/list-signals.ts';
import { watchAlerts } from '../server/operations/alerts/notify-channels.ts';
import type { Checkpoint } from '../server/public-proof/checkpoint.ts';
import { makeCheckpoint } from '../server/public-proof/make-checkpoint.ts';
import { isSignedBy } from '../server/public-proof/proof-key.ts';
import { insertOrders } from './payouts/fake-withdrawals.ts';
import { openSite } from './sites/identity-site.ts';
import { openTestDatabase } from './support/database.ts';
import { silentLog } from './support/stubs.ts';

const database = openTestDatabase({ afterEachTest: async () => {} });
const site = openSite(database, { env: { PUBLIC_PROOF: 'on' } });
const { app: db, owner } = database;

const midnight = Date.parse('2026-03-03T00:00:00Z');
let nowMs = 0;
const clock = { now: () => nowMs };
const checkpointAt = (ms: number) => {
	nowMs = ms;
	return makeCheckpoint({ ...checkpointDeps({ ...site.deps, clock }), owner });
};
const shown = async (): Promise<Checkpoint[]> => (await site.get('/proof/status')).json().items;

type Order = {
	state?: string;
	endedMs: number;
	tookS?: number;
	amount?: number;
	refusal?: string | null;
	count?: number;
};

function orders({ state = 'completed', endedMs, tookS = 60, amount = 20_00, refusal = null, count = 1 }: Order) {
	const isOpen = !['completed', 'failed'].includes(state);
	const times = { created_at: new Date(endedMs - tookS * 1_000), updated_at: new Date(endedMs) };
	return insertOrders(owner, { state, amount, refusal, ...times, ...(!isOpen && { next_ask_at: null }) }, count);
}

beforeEach(() => sql`truncate withdrawals, proof_checkpoints, payout_alerts, account_buckets`.execute(owner));

describe('the figures of a day', () => {
	test("count the day's payouts and refunds, in the first checkpoint after it", async () => {
		for (const state of ['requested', 'screening', 'sending', 'unknown', 'needs-review']) {
			await orders({ state, endedMs: midnight - HOUR_MS, count: 20 });
		}
		await orders({ endedMs: midnight - DAY_MS, tookS: 30, count: 10 });
		await orders({ endedMs: midnight - 1, tookS: 3_601, count: 10 });
		await orders({ endedMs: midnight - HOUR_MS, tookS: 7, amount: 600_00, count: 12 });
		await orders({ state: 'failed', endedMs: midnight - HOUR_MS, refusal: 'out-of-stock', count: 11 });
		await orders({ state: 'failed', endedMs: midnight - HOUR_MS, refusal: 'what a vendor said', count: 10 });
		await orders({ endedMs: midnight - DAY_MS - 1, count: 10 });
		await orders({ endedMs: midnight, count: 10 });
		const { status } = await checkpointAt(midnight + MINUTE_MS);
		expect(status).toEqual({
			day: '2026-03-02',
			bands: [
				{ from: '0', to: '4999', orders: 20, median_s: 30, p95_s: 3_700 },
				{ from: '5000', to: '150000', orders: 12, median_s: 7, p95_s: 7 },
			],
			refunds: [
				{ reason: 'other', count: 10 },
				{ reason: 'out-of-stock', count: 11 },
			],
		});
	});

	test('the figures of a day are sealed once and shown unchanged if the rows change later', async () => {
		await orders({ endedMs: midnight - HOUR_MS, tookS: 86_400, count: 10 });
		const sealed = await checkpointAt(midnight + MINUTE_MS);
		expect(sealed.status?.bands).toMatchObject([{ orders: 10, median_s: 87_000 }]);
		expect(await shown()).toEqual([sealed]);
		await sql`update withdrawals set created_at = (updated_at at time zone 'utc' - interval '1 second') at time zone 'utc'`.execute(
			owner,
		);
		await sql`update withdrawals set state = 'failed' where amount = 2000`.execute(owner);
		expect((await checkpointAt(midnight + HOUR_MS)).status).toBeNull();
		expect(await shown()).toEqual([sealed]);
		expect(isSignedBy(site.deps.proofKey.publicKey, (await shown())[0] as Checkpoint)).toBe(true);
	});

	test('start with the first day on which an order ended and then cover every day', async () => {
		await orders({ state: 'unknown', endedMs: midnight - HOUR_MS });
		expect((await checkpointAt(midnight + MINUTE_MS)).status).toBeNull();
		await orders({ endedMs: midnight + HOUR_MS, count: 10 });
		expect((await checkpointAt(midnight + 2 * HOUR_MS)).status).toBeNull();
		expect(await shown()).toEqual([]);
		const days = [];
		for (const day of [1, 2, 3]) {
			const { status } = await checkpointAt(midnight + day * DAY_MS + MINUTE_MS);
			days.push([status?.day, status?.bands.length]);
		}
		expect(days).toEqual([
			['2026-03-03', 1],
			['2026-03-04', 0],
			['2026-03-05', 0],
		]);
		expect((await shown()).map(({ status }) => status?.day)).toEqual(['2026-03-05', '2026-03-04', '2026-03-03']);
	});

	test('wait for late writes, and skip no day with ended orders after a downtime', async () => {
		await orders({ endedMs: midnight - 1, count: 10 });
		expect((await checkpointAt(midnight + 5_000)).status).toBeNull();
		expect((await checkpointAt(midnight + 30_000)).status?.day).toBe('2026-03-02');
		await orders({ endedMs: midnight + HOUR_MS, count: 10 });
		const days = [];
		for (const hour of [1, 2, 3]) days.push((await checkpointAt(midnight + 9 * DAY_MS + hour * HOUR_MS)).status?.day);
		expect(days).toEqual(['2026-03-03', '2026-03-11', undefined]);
	});
});

describe('the public status', () => {
	const walls = [
		{ id: 'one', name: 'One Offers', enabled: true },
		{ id: 'off', name: 'Off Offers', enabled: false },
	];
	const attribution = { text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' };
	const networkTable = { facts: () => ({ type: 'DBIP', builtMs: nowMs, attribution }) };
	const ask = () => createReadPublicStatus({ db, clock, walls, networkTable })();
	const wrong = async () => (await ask()).wrong;
	const raise = (kind: string, minute = 0) =>
		sql`
		insert into payout_alerts (kind, message, raised_at)
		values (${kind}, 'Our account is empty, says ops@example.com', to_timestamp(${midnight / 1_000 + minute * 60 + 7}))
	`.execute(owner);
	const watch = () => {
		const signs = { choresDb: db, clock, log: silentLog, walls, networkTable, readMetric: async () => undefined };
		const config = loadConfig({ DATA_DIR: '.' });
		return watchAlerts({ db, clock, log: silentLog, listAlerts: () => listSignals({ ...signs, config }) });
	};

	test('reports nothing on a healthy site', async () => {
		nowMs = midnight;
		await watch();
		expect(await ask()).toEqual({
			at: midnight,
			wrong: [],
			country_data: attribution,
			reply_hours: null,
			claim_hours: null,
		});
	});

	test('reports how long replies and claims take once there are five, without the slowest tenth', async () => {
		const { uid } = await site.signUp();
		async function reply(hours: number, reference: string) {
			await sql`
				insert into claims (uid, reference, opened_at, changed_at, wall, offer_key, steps, answer, state)
				select ${uid}, ${reference} || state, at - interval '1 hour' * ${hours}, at, '', ${reference}, 1, '', state
				from unnest(array['declined', 'open']) as state, to_timestamp(${midnight / 1_000}) as at
			`.execute(owner);
			await sql`
			with t as (
				insert into threads (uid, reference, subject, state, opened_at, changed_at)
				values (${uid}, ${reference}, 'A question', 'waiting', now(), now())
			)
			insert into thread_messages (uid, reference, position, at, author, text, staff_uid, waited_s)
			values (${uid}, ${reference}, 1, to_timestamp(${midnight / 1_000}), 'staff', 'An answer.', ${uid}, ${hours * 3_600})
		`.execute(owner);
		}
		nowMs = midnight + 89 * DAY_MS;
		for (const [index, hours] of [2, 3, 4, 8.5].entries()) await reply(hours, `S-${index}`);
		expect(await ask()).toMatchObject({ reply_hours: null, claim_hours: null });
		await reply(0.1, 'S-4');
		expect(await ask()).toMatchObject({ reply_hours: 7, claim_hours: 7 });
		nowMs += 2 * DAY_MS;
		expect(await ask()).toMatchObject({ reply_hours: null, claim_hours: null });
	});

	test('reports late rewards while a wall is silent, until it pays again', async () => {
		nowMs = midnight + 30_000;
		await sql`
			insert into account_buckets (part, account, starts_at, debited, credited)
			select gen_random_uuid(), 'partner:' || wall, to_timestamp(${midnight / 1_000}) - n * interval '1 hour', 10000, 0
			from unnest(array['one', 'off']) as wall, generate_series(5, 330) as n
		`.execute(owner);
		await watch();
		expect(await wrong()).toEqual([{ kind: 'rewards-late', wall: 'One Offers', since: midnight }]);
		await sql`
			insert into account_buckets (part, account, starts_at, debited, credited)
			values (gen_random_uuid(), 'partner:one', to_timestamp(${midnight / 1_000}), 100, 0)
		`.execute(owner);
		await watch();
		expect(await wrong()).toEqual([]);
	});

	test('reports each public problem once and omits operator alerts', async () => {
		await raise('signatures one', 2);
		await raise('silent one', 1);
		const internal = 'books,vendor-balance,reversals one,needs-review,disk,silent gone,silent off';
		for (const kind of internal.split(',')) await raise(kind);
		await raise('waiting', 3);
		await raise('mail', 4);
		expect(await wrong()).toEqual([
			{ kind: 'withdrawals-late', wall: null, since: midnight + 3 * MINUTE_MS },
			{ kind: 'rewards-late', wall: 'One Offers', since: midnight + MINUTE_MS },
			{ kind: 'mails-late', wall: null, since: midnight + 4 * MINUTE_MS },
		]);
		await raise('unclear rbxcrate', 5);
		expect((await wrong())[0]?.kind).toBe('withdrawals-vendor');
		await sql`update payout_settings set is_on = false`.execute(owner);
		expect((await wrong())[0]).toEqual({ kind: 'withdrawals-paused', wall: null, since: null });
		await sql`update payout_settings set is_on = true`.execute(owner);
	});

	test.each(['empty rbxcrate', 'locked-out rbxcrate'])(
		'the public status does not blame the vendor for the alert %s',
		async (kind) => {
			await raise(kind);
			expect((await wrong()).map((each) => each.kind)).toEqual(['withdrawals-late']);
		},
	);
});
