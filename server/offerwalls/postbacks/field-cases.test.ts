import { createHmac, hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PARTNER_IP, PATH_KEY, PUBLIC_URL, pathOf, signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf, rowsOf } from '../../lib/db/database.ts';
import { toWalls, type Wall } from '../walls/wall.ts';
import { readEvent } from './postback.ts';

/** Inputs that partners were seen to send. */

const database = openTestDatabase();
const play = useWalls(database);
const secretOf = (wall: string) => `test-secret-of-${wall}`;
const md5 = (text: string) => hash('md5', text);
const ok = (body: string) => ({ status: 200, body });

type Sent = { url: string; payload?: string | Buffer; type?: string | undefined; headers?: Record<string, string> };

async function send({ url, payload, type, headers = {} }: Sent) {
	const answer = await play.server.app.inject({
		method: payload === undefined ? 'GET' : 'POST',
		url,
		headers: { 'x-forwarded-for': PARTNER_IP, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
		...(payload === undefined ? {} : { payload }),
	});
	return { status: answer.statusCode, body: answer.body };
}

const logOf = (text: string) => rowsOf<{ wall: string; outcome: string; why: string | null }>(database.owner)`
	select wall, outcome, why from callbacks where request like ${`%${text}%`} order by id
`;

const wannads = (uid: string, tx: string, more = '') =>
	`subId=${uid}&transId=${tx}&reward=100&payout=0.5&status=1${more}&signature=${md5(`${uid}${tx}100${secretOf('wannads')}`)}`;

describe('BitLabs', () => {
	const query = (uid: string, tx: string, { type = 'COMPLETE', state = 'NONE', value = '100', ref = '' } = {}) => {
		const text = `USER:UID=${uid}&TX=${tx}&VALUE:CURRENCY=${value}&VALUE:USD=0.5&REF=${ref}&ACTIVITY:TYPE=${type}&OFFER:ID=7&OFFER:NAME=Level%2030&OFFER:TASK:ID=3&OFFER:TASK:STATE=${state}&USER:IP_ADDRESS=203.0.113.9`;
		return signedBy(text);
	};
	const signedBy = (text: string) => {
		const url = `/postback/bitlabs?${text}`;
		const hmac = createHmac('sha1', secretOf('bitlabs')).update(PUBLIC_URL + url);
		return { url: `${url}&hash=${hmac.digest('hex')}` };
	};
	const ban = (uid: string, state: string, until = '2026-12-01T00:00:00Z') =>
		signedBy(`USER:UID=${uid}&BAN:STATUS=${state}&BAN:TYPE=surveys&BAN:REASON=Too%20fast&BAN:UNTIL=${until}`);
	const standingsOf = (uid: string) =>
		rowsOf(database.owner)`select wall, scope, state, reason, until from partner_standings where uid = ${uid}`;

	// Source of macros and states: developer.bitlabs.ai/docs/ban-callbacks, read on 2026-11-26.
	const states = ['banned', 'shadow_ban', 'review', 'on_hold'];
	test.each(states)('a ban callback with the state %s is stored until the state is active', async (state) => {
		const uid = await play.user();
		expect(await send(ban(uid, state))).toEqual(ok('OK'));
		expect(await standingsOf(uid)).toEqual([]);
		await sql`insert into auth_user (id, name, email, email_verified) values (${uid}, 'x', ${`${uid}@x.example`}, true)`.execute(
			database.owner,
		);
		expect(await send(ban(uid, state))).toEqual(ok('OK'));
		const until = new Date('2026-12-01T00:00:00Z');
		expect(await standingsOf(uid)).toEqual([{ wall: 'bitlabs', scope: 'surveys', state, reason: 'Too fast', until }]);
		const { url } = ban(uid, 'active', '');
		expect((await send({ url: url.replace('active', 'ACTIVE') })).status).toBe(403);
		expect((await send(ban(uid, 'paused'))).status).toBe(400);
		expect(await standingsOf(uid)).toHaveLength(1);
		expect(await send({ url })).toEqual(ok('OK'));
		expect(await standingsOf(uid)).toEqual([]);
		expect((await logOf(uid)).map(({ outcome, why }) => [outcome, why])).toEqual([
			['unknown-user', 'unknown user ID'],
			['noted', `${state} for surveys: Too fast`],
			['bad-signature', 'the signature does not match'],
			['not-understood', 'BAN:STATUS has the value paused, which this contract does not list'],
			['noted', 'active for surveys: Too fast'],
		]);
	});

	test('a postback with the state NONE is a credit, or a reversal if its type is RECONCILIATION', async () => {
		const [uid, tx] = [await play.user(), randomUUID()];
		expect(await send(query(uid, tx))).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(10_000);
		const back = { type: 'RECONCILIATION', value: '-100', ref: tx };
		expect(await send(query(uid, randomUUID(), back))).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(0);
	});

	test('an unknown type is stored for a replay, with the reason', async () => {
		const [uid, tx] = [await play.user(), randomUUID()];
		expect((await send(query(uid, tx, { type: 'PROMOTION' }))).status).toBe(400);
		const why = 'ACTIVITY:TYPE has the value PROMOTION, which this contract does not list';
		expect(await logOf(tx)).toEqual([{ wall: 'bitlabs', outcome: 'not-understood', why }]);
	});
});

describe('Revtoo', () => {
	const fields = (uid: string, tx: string) => {
		const signature = md5(`${uid}${tx}500${secretOf('revtoo')}`);
		return { subId: uid, transId: tx, reward: '500', payout: '1.00', status: '1', signature };
	};
	const multipart = (all: Record<string, string>) =>
		`${Object.entries(all)
			.map(([name, value]) => `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
			.join('')}--xyz--\r\n`;

	test.each(['multipart', 'form', 'query', 'form with a query', 'JSON'])('a postback is read as %s', async (form) => {
		const [uid, tx] = [await play.user(), randomUUID()];
		const all = fields(uid, tx);
		const text = new URLSearchParams(all).toString();
		const requests: Record<string, Sent> = {
			multipart: { url: '/postback/revtoo', payload: multipart(all), type: 'multipart/form-data; boundary=xyz' },
			form: { url: '/postback/revtoo', payload: text, type: 'application/x-www-form-urlencoded' },
			query: { url: `/postback/revtoo?${text}` },
			'form with a query': { url: `/postback/revtoo?${text}`, payload: '' },
			JSON: { url: '/postback/revtoo', payload: JSON.stringify(all), type: 'application/json' },
		};
		expect(await send(requests[form] as Sent)).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(50_000);
		expect(await cellOf(database.owner)`select request from callbacks where uid = ${uid}`).not.toContain(all.signature);
	});

	test.each([
		{ payload: '<postback/>', type: 'text/xml' },
		{ payload: 'subId=1', type: 'application/x-www-form-urlencoded', headers: { 'content-encoding': 'gzip' } },
	])('an unsupported body gets 415, and the log names it: $type', async (body) => {
		const id = randomUUID();
		expect((await send({ url: `/postback/revtoo?x=${id}`, ...body })).status).toBe(415);
		const [row] = await logOf(id);
		expect(row).toMatchObject({ outcome: 'malformed', why: expect.stringMatching(/text\/xml|compressed/) });
	});
});

describe('inBrain', () => {
	const body = (uid: string, id: string, more: string) =>
		`{"Sig":"${md5(`${uid}${id}${secretOf('inbrain')}`)}","PanelistId":"${uid}","RewardId":"${id}",${more}}`;
	const offer = (type: string) =>
		`"RewardType":"${type}","Reward":72,"RevenueAmount":0.35,"IsTest":false,"OfferId":12345,"OfferGoalId":12345,"OfferTitle":"Complete levels"`;
	const json = { url: pathOf('inbrain'), type: 'application/json' };

	test('an offer is credited with its title, a click is noted, and a reversal takes the credit back', async () => {
		const [uid, id] = [await play.user(), randomUUID()];
		expect(await send({ ...json, payload: body(uid, randomUUID(), offer('offer_clicked')) })).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(0);
		expect(await send({ ...json, payload: body(uid, id, offer('offer_completed')) })).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(7_200);
		expect(await play.historyOf(uid)).toMatchObject([{ name: 'Complete levels', amount: 72 }]);
		expect(await send({ ...json, payload: body(uid, id, offer('offer_completion_reversed')) })).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(0);
	});

	const types = [
		'application/json,application/json',
		'json',
		'application/json charset=utf-8',
		'text/plain',
		undefined,
	];
	test.each(types)('JSON with BOM, unknown fields and exponents is credited with the content type %s', async (type) => {
		const [uid, id] = [await play.user(), randomUUID()];
		const more = '"RewardType":"survey_completed","Reward":72.0,"RevenueAmount":1E-05,"Meta":{"Reward":[1,{"a":2}]}';
		expect(await send({ ...json, type, payload: `\ufeff${body(uid, id, more)}` })).toEqual(ok('OK'));
		expect(await play.balanceOf(uid)).toBe(7_200);
		expect(await cellOf(database.owner)`select payout_micros::int from transfers where uid = ${uid}`).toBe(10);
	});
});

test.each([
	['an absent optional part as empty', 'Coins', 'Coins'],
	['a part in Latin-1 by its bytes', '\xe9', '%E9'],
])('adjoe signs %s', async (_, currency, sent) => {
	const [uid, tx] = [await play.user(), randomUUID()];
	const sid = hash('sha1', Buffer.from(`${tx}${uid}${currency}50${secretOf('adjoe')}`, 'latin1'));
	const text = `user_uuid=${uid}&sid=${sid}&coin_amount=50&currency=${sent}&trans_uuid=${tx}&ua_network=facebook`;
	expect(await send({ url: `/postback/adjoe?${text}` })).toEqual(ok('OK'));
	expect(await play.balanceOf(uid)).toBe(5_000);
});

const post = (data: object) => {
	const payload = JSON.stringify({ request_id: randomUUID(), timestamp: 1720727170, data });
	const signature = createHmac('sha256', secretOf('adgem')).update(payload).digest('hex');
	return { url: '/postback/adgem', payload, type: 'application/json', headers: { signature } };
};
const sample = (uid: string, id: string) => ({
	...{ app_id: '2', campaign_id: '1', player_id: uid, amount: 150, payout: 1.5, conversion_id: id },
	...{ goal_id: '12345678911123456', offer_name: 'Sample', conversion_type: 'reward' },
});

test('a posted conversion is credited, and a changed one is not', async () => {
	const [uid, id] = [await play.user(), randomUUID()];
	const request = post(sample(uid, id));
	const forged = { ...request, payload: request.payload.replace('"amount":150', '"amount":950') };
	expect((await send(forged)).status).toBe(403);
	expect((await send({ ...request, headers: {} })).status).toBe(403);
	expect(await send(request)).toEqual(ok('OK'));
	expect(await play.balanceOf(uid)).toBe(15_000);
	expect(await play.historyOf(uid)).toMatchObject([{ name: 'Sample', amount: 150 }]);
});

test('an event without an amount is acknowledged and books nothing', async () => {
	const uid = await play.user();
	expect(await play.send(signed('adgem', uid, randomUUID(), { amount: 'null' }))).toEqual(ok('OK'));
	expect(await send(post({ ...sample(uid, randomUUID()), amount: null, payout: null }))).toEqual(ok('OK'));
	expect(await play.balanceOf(uid)).toBe(0);
	expect(await play.outcomesOf(uid)).toEqual(['zero', 'zero']);
});

test('a form added to a signed address is ignored', async () => {
	const [uid, other] = [await play.user(), await play.user()];
	const { fields } = signed('adgem', uid, randomUUID());
	const url = `/postback/adgem?${new URLSearchParams(fields)}`;
	const payload = new URLSearchParams({ ...fields, player_id: other, amount: '900' }).toString();
	expect(await send({ url, payload, type: 'application/x-www-form-urlencoded' })).toEqual(ok('OK'));
	expect([await play.balanceOf(uid), await play.balanceOf(other)]).toEqual([10_000, 0]);
});

test('a repeated parameter that no booking needs is ignored, and an offer name is read leniently', async () => {
	const [uid, tx] = [await play.user(), randomUUID()];
	const query = wannads(uid, tx, '&campaign_name=Caf%E9%20Stars&sub=1&sub=2');
	expect(await send({ url: `/postback/wannads?${query}` })).toEqual(ok('OK'));
	expect(await play.historyOf(uid)).toMatchObject([{ name: 'Café Stars', amount: 100 }]);
});

const needed = ['subId', 'transId', 'reward', 'payout', 'status', 'signature', 'debug'];
test.each(needed)('a second %s is refused, and the log names it', async (name) => {
	const [uid, tx] = [await play.user(), randomUUID()];
	const query = `${wannads(uid, tx, '&debug=')}&${name}=1`;
	expect(await send({ url: `/postback/wannads?${query}` })).toEqual({ status: 400, body: 'MALFORMED' });
	expect(await logOf(tx)).toMatchObject([{ outcome: 'malformed', why: `${name} is sent twice` }]);
	expect(await play.balanceOf(uid)).toBe(0);
});

test('a slash after the path key is ignored', async () => {
	const [uid, tx] = [await play.user(), randomUUID()];
	const { fields } = signed('rapidoreach', uid, tx);
	expect(await send({ url: `${pathOf('rapidoreach')}/?${new URLSearchParams(fields)}` })).toEqual(ok('1'));
	expect(await play.balanceOf(uid)).toBe(10_000);
	expect((await send({ url: `/postback/rapidoreach/${PATH_KEY.slice(1)}/?x=${tx}` })).status).toBe(403);
});

test.each([
	[
		'Notik reversal of the whole payout',
		'notik',
		'1',
		{ txn_id: '{new}', rewarded_txn_id: '{tx}', amount: '-80', payout: '-0.50' },
	],
	['status of -2 at CPX', 'cpx', 'ok', { status: '-2' }],
])('a %s takes the whole credit back, whatever its amount', async (_, partner, body, reversal) => {
	const [uid, tx] = [await play.user(), randomUUID()];
	await play.send(signed(partner, uid, tx));
	expect(await play.send(signed(partner, uid, tx, reversal))).toEqual(ok(body));
	expect(await play.balanceOf(uid)).toBe(0);
	expect(await play.outcomesOf(uid)).toEqual(['booked', 'reversed']);
});

test.each([
	['.50', 50],
	['100.', 10_000],
])('an amount of %s and the name of a Revlum offer are read', async (reward, cents) => {
	const [uid, tx] = [await play.user(), randomUUID()];
	expect(await play.send(signed('revlum', uid, tx, { reward, offerName: 'Sign up' }))).toEqual(ok('OK'));
	expect(await play.balanceOf(uid)).toBe(cents);
	expect(await play.historyOf(uid)).toMatchObject([{ name: 'Sign up' }]);
});

test('a rejected myChips event is noted, and one without a payout is paid', async () => {
	const uid = await play.user();
	const unpaid = { payout: '0', user_payout: '0.4' };
	expect(await play.send(signed('mychips', uid, randomUUID(), unpaid))).toEqual(ok('OK'));
	expect(await play.balanceOf(uid)).toBe(10_000);
	const rejected = { payout: '0', user_payout: '0', rejected_reason_id: '7' };
	expect(await play.send(signed('mychips', uid, randomUUID(), rejected))).toEqual(ok('OK'));
	expect(await play.balanceOf(uid)).toBe(10_000);
	expect(await play.outcomesOf(uid)).toEqual(['booked', 'noted']);
});

test('a rate applies to the share of a myChips user', () => {
	const entry = { id: 'w', partner: 'mychips', name: 'W', secret: 'test-secret', rate: 100 };
	const [wall] = toWalls([entry], 'test') as [Wall];
	const read = (payout: string, share: string) => {
		const fields = { user_id: 'u', transaction_id: 't', payout, user_payout: share };
		return readEvent(wall, new Map(Object.entries(fields)));
	};
	expect(read('0', '0.4')).toMatchObject({ kind: 'credit', reward: 4_000, payout: 0 });
	expect(read('1', '0.4')).toMatchObject({ kind: 'credit', reward: 4_000, payout: 1_000_000 });
	expect(read('0', '0')).toMatchObject({ kind: 'credit', reward: 0 });
});
