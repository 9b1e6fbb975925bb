import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { PATH_KEY, type Signed, signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import type { Guard } from '../partners/documented/documented.ts';
import { fixtures } from '../partners/documented/postbacks.ts';
import type { Partner } from '../partners/partner.ts';
import { partners } from '../partners/registry.ts';

const database = openTestDatabase();
const play = useWalls(database);

const named = Object.entries(fixtures);
const REFUSED = [400, 403, 409];
let refusals = 0;

async function send(...call: Parameters<typeof play.send>): Promise<number> {
	const { status } = await play.send(...call);
	if (REFUSED.includes(status)) refusals += 1;
	return status;
}

const withField = (whole: Signed, name: string, value: string | undefined): Signed => {
	const { [name]: _, ...others } = whole.fields;
	return { ...whole, fields: value === undefined ? others : { ...whole.fields, [name]: value } };
};

describe.concurrent('a postback with a missing or changed signature', () => {
	const signing = named.filter(([partner]) => partners[partner]?.signature.scheme !== 'none');
	test.each(signing)('a postback of %s without its valid signature is rejected', async (partner, { credit }) => {
		const uid = await play.user();
		const whole = signed(partner, uid, randomUUID());
		const isSigned = (name: string) => Object.hasOwn(credit, name);
		const bare = Object.fromEntries(Object.entries(whole.fields).filter(([name]) => isSigned(name)));
		expect(await send({ ...whole, headers: {}, fields: bare })).toBe(403);
		const forged = mapValues(whole.fields, (value, name) => (isSigned(name) ? value : flipped(value)));
		expect(await send({ ...whole, fields: forged, headers: mapValues(whole.headers, flipped) })).toBe(403);
		const cut = mapValues(whole.fields, (value, name) => (isSigned(name) ? value : value.slice(0, -1)));
		const cutHeaders = mapValues(whole.headers, (value) => value.slice(0, -1));
		expect(await send({ ...whole, fields: cut, headers: cutHeaders })).toBe(403);
		const long = mapValues(whole.fields, (value, name) => (isSigned(name) ? value : `${value}0`));
		const longHeaders = mapValues(whole.headers, (value) => `${value}0`);
		expect(await send({ ...whole, fields: long, headers: longHeaders })).toBe(403);
		expect(await play.balanceOf(uid)).toBe(0);
	});
});

test.each(named)('%s: every field is listed as signed or with its other protection', (_, fixture) => {
	const known = [...fixture.covered, ...Object.values(fixture.open ?? {}).flat()];
	expect(known.toSorted()).toEqual(Object.keys(fixture.credit).toSorted());
});

describe.concurrent('a signed field that is changed or dropped after signing', () => {
	test.each(named.filter(([, { covered }]) => covered.length > 0))(
		'a signed field of %s that was changed or dropped is rejected and books nothing',
		async (partner, { covered }) => {
			const uid = await play.user();
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...covered),
					fc.constantFrom('append', 'drop', 'empty', 'cut', 'other', 'case', 'double'),
					fc.stringMatching(/^[0-9A-Za-z.]{1,12}$/),
					async (name, change, text) => {
						const whole = signed(partner, uid, randomUUID());
						const value = whole.fields[name] ?? '';
						const edits: Record<string, string> = {
							append: value + text,
							empty: '',
							cut: value.slice(0, -1),
							other: text,
							case: value.toUpperCase(),
							double: value + value,
						};
						const edited = edits[change];
						fc.pre(edited !== value && !(change === 'drop' && value === ''));
						expect([400, 403]).toContain(await send(withField(whole, name, edited)));
					},
				),
				{ numRuns: 30 },
			);
			expect(await play.balanceOf(uid)).toBe(0);
		},
	);
});

describe.concurrent('a parameter added to a postback that is signed as a whole', () => {
	const whole = named.filter(([partner]) => ['address', 'sorted-query'].includes(schemeOf(partner)));
	test.each(whole)('an added parameter of %s is rejected', async (partner) => {
		const uid = await play.user();
		for (const pair of ['debug=1', 'x=', 'x', 'test=true']) {
			for (const add of [(text: string) => `${text}&${pair}`, (text: string) => `${pair}&${text}`]) {
				expect(await send(signed(partner, uid, randomUUID()), add)).toBe(403);
			}
		}
		expect(await play.balanceOf(uid)).toBe(0);
	});
});

test('a postback with an upper-case user id books nothing, even if the id is unsigned', async () => {
	const uid = await play.user();
	const whole = signed('adgate', uid, randomUUID());
	expect(await send(withField(whole, 's1', uid.toUpperCase()))).toBe(200);
	expect(await play.balanceOf(uid)).toBe(0);
});

describe.concurrent('a needed field that is repeated, or re-encoded in a signed address', () => {
	test.each(named)(
		'a repeated or re-encoded field of %s is rejected and books nothing',
		async (partner, { arrival }) => {
			const uid = await play.user();
			const whole = signed(partner, uid, randomUUID());
			for (const [name, value] of Object.entries(whole.fields)) {
				const pair = new URLSearchParams({ [name]: value }).toString();
				const json = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
				const isJson = arrival === 'json';
				const inFront = (text: string) => (isJson ? text.replace('{', `{${json},`) : `${pair}&${text}`);
				if (isUnneeded(partner, name)) continue;
				expect(await send(whole, inFront), `${name} repeated in front`).toBe(400);
				const behind = (text: string) => (isJson ? text.replace(/\}$/, `,${json}}`) : `${text}&${pair}`);
				expect(await send(whole, behind), `${name} repeated behind`).toBe(400);
				if (isJson || value === '' || schemeOf(partner) !== 'address') continue;
				const [key = '', encoded = ''] = pair.split('=');
				const escaped = `${key}=${[...encoded].map((char) => (/[a-z0-9._-]/i.test(char) ? hexOf(char) : char)).join('')}`;
				if (key !== signatureOf(partner))
					expect(await send(whole, (text) => text.replace(pair, escaped)), `${name} escaped`).toBe(403);
				const renamed = `${hexOf(key[0] ?? '')}${key.slice(1)}=${encoded}`;
				expect(await send(whole, (text) => text.replace(pair, renamed)), `${name} renamed`).toBe(403);
			}
			expect(await play.balanceOf(uid)).toBe(0);
		},
	);
});

describe.concurrent('signed content that is split differently between its fields', () => {
	test.each(named.filter(([, { covered }]) => covered.length > 1))(
		'another split of the signed content of %s changes no booking',
		async (partner, { covered }) => {
			const [uid, tx] = [await play.user(), 'tx12345'];
			const whole = signed(partner, uid, tx);
			expect(await send(whole)).toBe(200);
			const splits: Signed[] = [];
			for (const [index, left] of covered.slice(0, -1).entries()) {
				const right = covered[index + 1] ?? '';
				const [a, b] = [whole.fields[left] ?? '', whole.fields[right] ?? ''];
				for (let at = 0; at <= (a + b).length; at += 1) {
					if (at === a.length) continue;
					splits.push(withField(withField(whole, left, (a + b).slice(0, at)), right, (a + b).slice(at)));
				}
			}
			await Promise.all(
				splits.map(async (split) => {
					const status = await send(split);
					if (status === 200) expect(changedIn(split, whole)).not.toContain(uid);
					else expect(REFUSED).toContain(status);
				}),
			);
			expect((await play.historyOf(uid)).map(({ amount }) => amount)).toEqual([100]);
		},
	);
});

describe.concurrent('an unsigned field that is changed after signing', () => {
	const guarded = (...guards: Guard[]) =>
		named.flatMap(([partner, { open = {} }]) => {
			const fields = guards.flatMap((guard) => open[guard] ?? []);
			return fields.length > 0 ? [[partner, fields] as const] : [];
		});
	const edit = fc.oneof(
		fc.stringMatching(/^[0-9A-Za-z.-]{0,12}$/),
		fc.constantFrom('2', '0', '9999', 'reversal', '-1'),
	);

	test.each(guarded('door', 'path-key'))(
		'a postback of %s is rejected without the path key or from another address',
		async (partner, fields) => {
			const isClosed = fixtures[partner]?.entry?.pathKey !== undefined;
			const wall = isClosed ? partner : `${partner}-keyed`;
			const [uid, tx] = [await play.user(), randomUUID()];
			const ways = [
				{ path: `/postback/${wall}` },
				{ path: `/postback/${wall}/` },
				{ path: `/postback/${wall}/${PATH_KEY.slice(0, -1)}` },
				{ path: `/postback/${wall}/${PATH_KEY}x` },
				{ path: `/postback/${wall}/${PATH_KEY.toUpperCase()}` },
				...(isClosed ? [{ ip: '198.51.100.1' }, { ip: '::ffff:198.51.100.1' }, { ip: 'unknown' }, { ip: '' }] : []),
			];
			await fc.assert(
				fc.asyncProperty(fc.constantFrom(...fields), edit, fc.constantFrom(...ways), async (name, value, way) => {
					const changed = withField(signed(partner, uid, tx, {}, { wall }), name, value);
					expect(await send(changed, undefined, way)).toBe(403);
				}),
				{ numRuns: 15 },
			);
			expect(await play.balanceOf(uid)).toBe(0);
			const path = `/postback/${wall}/${PATH_KEY}`;
			expect(await send(signed(partner, uid, tx, {}, { wall, path }), undefined, { path })).toBe(200);
			expect(await play.balanceOf(uid)).toBe(10_000);
		},
	);

	test.each(guarded('first-stands', 'no-money'))(
		'a changed unsigned field of %s does not change an existing booking',
		async (partner, fields) => {
			const [uid, tx] = [await play.user(), randomUUID()];
			const genuine = signed(partner, uid, tx);
			expect(await send(genuine)).toBe(200);
			const [line] = await play.historyOf(uid);
			await fc.assert(
				fc.asyncProperty(fc.constantFrom(...fields), edit, async (name, value) => {
					expect([200, ...REFUSED]).toContain(await send(withField(genuine, name, value)));
				}),
				{ numRuns: 10 },
			);
			expect(await play.historyOf(uid)).toEqual([line]);
		},
	);
});

test('rejects a PubScale value whose whole part was changed after signing', async () => {
	const uid = await play.user();
	const whole = signed('pubscale', uid, randomUUID());
	for (const value of ['101.0', '1000', '10.0', '99.99', '100.0.0', '-100.0', '0100.0', '']) {
		expect([400, 403]).toContain(await send(withField(whole, 'value', value)));
	}
	expect(await play.balanceOf(uid)).toBe(0);
});

test('a randomly mutated postback is rejected and books nothing', async () => {
	const uids = new Map(await Promise.all(named.map(async ([partner]) => [partner, await play.user()] as const)));
	const strong = named.filter(([, { covered, credit }]) => covered.length === Object.keys(credit).length);
	const property = () =>
		fc.asyncProperty(
			fc.constantFrom(...strong.map(([partner]) => partner)),
			fc.nat(400),
			fc.nat(20),
			fc.oneof(
				fc.string({ maxLength: 8 }),
				fc.constantFrom('&', '=', '%', '%00', '%zz', '+', '#', ';', '\\', '\u0000'),
			),
			async (partner, at, length, text) => {
				const whole = signed(partner, uids.get(partner) ?? '', randomUUID());
				const mutate = (query: string) => query.slice(0, at) + text + query.slice(at + length);
				const before = new URLSearchParams(whole.fields).toString();
				fc.pre(mutate(before).toLowerCase() !== before.toLowerCase() && at < before.length);
				fc.pre(!isOnlyEmptyField(whole, mutate(before)));
				expect([400, 403]).toContain(await send(whole, mutate));
			},
		);
	await Promise.all(Array.from({ length: 16 }, () => fc.assert(property(), { numRuns: 25 })));
	for (const uid of uids.values()) expect(await play.balanceOf(uid)).toBe(0);
});

test('every refusal is logged, or counted if its wall had too many', async () => {
	await play.server.deps.postbacks.drain();
	const { rows } = await sql<{ kept: number; counted: number }>`
		with kept as materialized (
			select count(*)::int as kept from callbacks
			where outcome in ('bad-signature', 'not-understood', 'malformed', 'forbidden', 'conflict') and why is not null
		)
		select kept, (select sum(times)::int from unkept_callbacks) as counted from kept
	`.execute(database.owner);
	const [{ kept = 0, counted = 0 } = {}] = rows;
	expect(kept + counted).toBe(refusals);
	expect(kept).toBeGreaterThan(500);
	expect(refusals).toBeGreaterThan(1_000);
});

function isOnlyEmptyField({ partner, fields }: Signed, mutated: string): boolean {
	const { signature } = partners[partner] as Partner;
	const optional = signature.scheme === 'fields' ? (signature.absentIsEmpty ?? []) : [];
	const left = new URLSearchParams(mutated);
	const isLeftOut = (name: string) => optional.includes(name) && fields[name] === '' && !left.has(name);
	const isPresent = ([name, value]: [string, string]) => left.getAll(name).join() === value && left.has(name);
	return optional.length > 0 && Object.entries(fields).every((field) => isPresent(field) || isLeftOut(field[0]));
}

function changedIn({ fields }: Signed, whole: Signed): (string | undefined)[] {
	return Object.keys(whole.fields).flatMap((name) => (fields[name] === whole.fields[name] ? [] : [fields[name]]));
}

/** Only shown or counted, and not signed by itself. */
function isUnneeded(partner: string, name: string): boolean {
	const { signature, parameters, kinds } = partners[partner] as Partner;
	if (signature.scheme === 'sorted-query' || (signature.scheme === 'fields' && signature.parts.includes(name)))
		return false;
	const { uid, transactionId, reward, payout, userShare, link, originalId, clickId } = parameters;
	const needed = [uid, transactionId, reward, payout, userShare, link, originalId, clickId, signatureOf(partner)];
	return !needed.includes(name) && kinds.rules.every(({ parameter }) => parameter !== name);
}

function schemeOf(partner: string): string {
	return partners[partner]?.signature.scheme ?? '';
}

function signatureOf(partner: string): string | undefined {
	const signature = partners[partner]?.signature;
	return signature && 'parameter' in signature ? signature.parameter : undefined;
}

function hexOf(char: string): string {
	return `%${char.charCodeAt(0).toString(16)}`;
}

function flipped(value: string): string {
	return value.replace(/./, (first) => (first === '0' ? '1' : '0'));
}

function mapValues(fields: Record<string, string>, change: (value: string, name: string) => string) {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}
