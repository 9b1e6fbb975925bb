import { randomUUID } from 'node:crypto';
import type { Proposal } from '../../../contract/admin/proposals.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { signedQuery } from '../../../test/partners/play.ts';
import { openAdmin, openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { adminContext } from '../../../test/support/stubs.ts';
import type { AdminContext } from '../../accounts/with-audit.ts';
import { bindFeatures } from '../../app/features.ts';
import { rowsOf } from '../../lib/db/database.ts';

const database = openTestDatabase({ poolSize: 10 });
const SECRET = 'test-secret';
const start = Date.UTC(2031, 4, 1, 12);
let now = start;
const entry = { partner: 'kiwiwall', secret: SECRET, appId: 'app' };
const walls = [
	{ ...entry, id: 'rated', name: 'Rated', rate: 100 },
	{ ...entry, id: 'later', name: 'Later', rate: 100, holdHours: 24 },
	{ ...entry, id: 'signed', name: 'Signed' },
];
const env = { PAYOUT_USD_PER_THOUSAND: '5', MARGIN_FLOOR_PERCENT: '20' };
const site = openAdminSite(database, { walls, env, clock: { now: () => now } });
const [ada, ben] = [openAdmin(site), openAdmin(site)];

async function call<Expected = Answer>(name: CallName, data: object | null, { uid } = ada): Promise<Expected> {
	const handler = bindFeatures(site.deps).calls[name] as (input: unknown, caller: AdminContext) => Promise<Expected>;
	return handler(calls[name].input.parse(data), adminContext(uid)).catch((error) => {
		if (error instanceof CallError) return error.toBody().error as Expected;
		throw error;
	});
}

const reason = 'For the weekend.';
type HistoryLine = { kind: string; amount: number; earning_source: string };
type Answer = Partial<Proposal> & { proposal?: string; from?: number; until?: number | null; details?: object };
const setRate = (rate: number | null, more: object = {}) =>
	call('adminSetRate', { wall_id: 'rated', country: null, rate, from: now, reason, ...more });
const setBoost = (percent: number, more: object = {}) =>
	call('adminSetBoost', { wall_id: 'rated', percent, from: now, until: now + HOUR_MS, reason, ...more });
const approve = ({ proposal }: Answer) =>
	call('adminDecideProposal', { id: proposal, decision: 'approve', reason }, ben);
const refused = (reason: string) => ({ details: { reason } });

async function send(uid: string, transaction: string, { wall = 'rated', usd = '1', status = '1' } = {}) {
	const fields = { status, trans_id: transaction, sub_id: uid, gross: usd, amount: '50' };
	return (await site.get(`/postback/${wall}?${signedQuery('kiwiwall', SECRET, fields)}`)).body;
}

const linesOf = (uid: string) =>
	rowsOf<{ kind: string; amount: number; row: string | null }>(database.app)`
		select t.kind, t.amount::int, coalesce(r.rate::text, b.percent::text) as row
		from transfers t
		left join wall_rates r on r.id = t.terms_id and t.kind like 'credit%'
		left join wall_boosts b on b.id = t.terms_id and t.kind like 'boost%'
		where t.uid = ${uid} order by t.id
	`;
const shown = async (who: Person, wall = 'rated') => {
	const listed = await call<{ id: string; boost: object | null }[]>('getOfferwalls', null, who);
	return listed.find(({ id }) => id === wall)?.boost;
};
const historyOf = async (who: Person) => (await call<{ items: HistoryLine[] }>('getOfferHistory', {}, who)).items;
const line = (kind: string, amount: number, row: string | null = null) => ({ kind, amount, row });

test('a rate lower than before applies at once, is stored with its credits, and older postbacks still count as repeats', async () => {
	const user = await site.signUp();
	const early = randomUUID();
	expect(await send(user.uid, early)).toBe('1');
	expect(await setRate(80)).toMatchObject({ rate: 80, from: now, until: null });
	expect(await send(user.uid, randomUUID())).toBe('1');
	expect(await send(user.uid, early)).toBe('1');
	expect(await linesOf(user.uid)).toEqual([line('credit', 10_000), line('credit', 8_000, '8000')]);
});

test('a rate higher than before needs a second admin and applies from the requested moment', async () => {
	const user = await site.signUp();
	const from = now + HOUR_MS;
	const requested = await setRate(120, { from });
	expect(requested).toEqual({ proposal: expect.any(String) });
	expect(await call('adminDecideProposal', { id: requested.proposal, decision: 'approve', reason })).toMatchObject(
		refused('not-your-own-proposal'),
	);
	await approve(requested);
	now = from - 1;
	await send(user.uid, randomUUID());
	now = from;
	const last = randomUUID();
	await send(user.uid, last);
	await setRate(90);
	await send(user.uid, last, { status: '2' });
	expect(await linesOf(user.uid)).toEqual([
		line('credit', 8_000, '8000'),
		line('credit', 12_000, '12000'),
		line('reversal', 12_000),
	]);
});

test("a rate is listed with its period, and null restores the entry's rate", async () => {
	const [wall] = await call<{ rate: number; rates: Answer[] }[]>('adminGetOfferwalls', null);
	expect(wall?.rate).toBe(90);
	expect(wall?.rates[1]).toMatchObject({ rate: 120, until: now });
	const back = await setRate(null);
	await approve(back);
	const user = await site.signUp();
	await send(user.uid, randomUUID());
	expect(await linesOf(user.uid)).toEqual([line('credit', 10_000)]);
});

test('a rate is rejected below the margin floor and for a wall whose partner signs the reward', async () => {
	expect(await setRate(161)).toMatchObject(refused('below-margin'));
	expect(await setRate(160)).toMatchObject({ proposal: expect.any(String) });
	expect(await setRate(10, { wall_id: 'signed' })).toMatchObject(refused('no-rate-here'));
	expect(await setRate(10, { wall_id: 'unknown' })).toMatchObject(refused('no-such-offerwall'));
});

test('a boost needs a second admin, is shown with its end and is booked exactly while it is shown', async () => {
	now += DAY_MS;
	const user = await site.signUp();
	const [from, until] = [now + HOUR_MS, now + 2 * HOUR_MS];
	const requested = await setBoost(20, { from, until });
	expect([requested, await shown(user)]).toEqual([{ proposal: expect.any(String) }, null]);
	await approve(requested);
	for (const atMs of [from - 1, from, until - 1, until]) {
		now = atMs;
		const isShown = atMs >= from && atMs < until;
		expect(await shown(user), `at ${atMs - from}`).toEqual(isShown ? { percent: 20, until } : null);
		const before = (await linesOf(user.uid)).length;
		await send(user.uid, randomUUID());
		const added = (await linesOf(user.uid)).slice(before);
		expect(added).toEqual([line('credit', 10_000), ...(isShown ? [line('boost', 2_000, '20')] : [])]);
	}
});

test('a boost is held and reversed with its credit, and is listed as a bonus, which does not count as earned', async () => {
	const user = await site.signUp();
	await approve(await setBoost(20, { wall_id: 'later' }));
	await approve(await setBoost(20));
	const [held, taken] = [randomUUID(), randomUUID()];
	await send(user.uid, held, { wall: 'later' });
	expect(await call('getPendingRewards', null, user)).toMatchObject({
		total: 120,
		count: 2,
		items: [{ amount: 100 }, { amount: 20, kind: 'pending', pending_until: now + DAY_MS, earning_source: 'Later' }],
	});
	await send(user.uid, held, { wall: 'later', status: '2' });
	await send(user.uid, taken);
	await send(user.uid, taken);
	await send(user.uid, taken, { status: '2', usd: '0.25' });
	expect((await linesOf(user.uid)).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
		'credit-hold 10000',
		'boost-hold 2000',
		'credit-cancel 10000',
		'boost-cancel 2000',
		'credit 10000',
		'boost 2000',
		'reversal 2500',
		'boost-reversal 500',
	]);
	const history = await historyOf(user);
	expect(history.map(({ kind, amount, earning_source }) => `${earning_source} ${kind} ${amount}`)).toEqual([
		'Rated reversal -5',
		'Rated reversal -25',
		'Rated bonus 20',
		'Rated credit 100',
		'Later reversal -20',
		'Later reversal -100',
		'Later bonus 20',
		'Later credit 100',
	]);
	const [wallet] = await rowsOf(database.app)`
		select balance::int, earned::int, pending::int,
			(select count(*)::int from chargebacks c where c.uid = w.uid) as chargebacks
		from wallets w where uid = ${user.uid}
	`;
	expect(wallet).toEqual({ balance: 9_000, earned: 7_500, pending: 0, chargebacks: 2 });
});

test('a boost can be ended early by one admin, and is rejected if it costs too much or is already over', async () => {
	const user = await site.signUp();
	expect(await shown(user)).toMatchObject({ percent: 20 });
	expect(await setBoost(0, { until: now + 1 })).toMatchObject({ percent: 0 });
	expect(await shown(user)).toBeNull();
	expect(await setBoost(61)).toMatchObject(refused('below-margin'));
	expect(await setBoost(10, { from: now - 2, until: now })).toMatchObject(refused('boost-over'));
});

test('estimates the cost of a boost from recent payouts', async () => {
	now += 100 * DAY_MS;
	const user = await site.signUp();
	await send(user.uid, randomUUID(), { usd: '2' });
	now += 30 * DAY_MS;
	await send(user.uid, randomUUID(), { usd: '1' });
	const effect = (change: object) => call('adminGetRateEffect', { wall_id: 'rated', ...change });
	expect(await effect({ percent: 10 })).toEqual({
		periods: [
			{ days: 7, paid_usd: 1, credited: 100, extra: 10, extra_usd: 0.05 },
			{ days: 90, paid_usd: 3, credited: 300, extra: 30, extra_usd: 0.15 },
		],
		margin: expect.closeTo(0.45),
		margin_floor: 0.2,
	});
	const margin = expect.closeTo(0.4);
	expect(await effect({ rate: 120 })).toMatchObject({ periods: [{ extra: 20 }, { extra: 60 }], margin });
	expect(await effect({ rate: 120, country: 'NL' })).toMatchObject({ periods: [{ extra: 0 }, { extra: 0 }] });
});
