import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Signed, signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { fixtures } from '../partners/documented/postbacks.ts';

const database = openTestDatabase();
const play = useWalls(database);

const named = Object.entries(fixtures);
const REFUSED = [400, 403, 409];
const send = async (...call: Parameters<typeof play.send>) => (await play.send(...call)).status;

const withField = (whole: Signed, name: string, value: string): Signed => ({
	...whole,
	fields: { ...whole.fields, [name]: value },
});

test.each(named)('%s: every field is listed as signed or with its other protection', (_, fixture) => {
	const known = [...fixture.covered, ...Object.values(fixture.open ?? {}).flat()];
	expect(known.toSorted()).toEqual(Object.keys(fixture.credit).toSorted());
});

test('a postback with an upper-case user id books nothing, even if the id is unsigned', async () => {
	const uid = await play.user();
	const whole = signed('adgate', uid, randomUUID());
	expect(await send(withField(whole, 's1', uid.toUpperCase()))).toBe(200);
	expect(await play.balanceOf(uid)).toBe(0);
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
	const guarded = named.flatMap(([partner, { open = {} }]) => {
		const fields = [...(open['first-stands'] ?? []), ...(open['no-money'] ?? [])];
		return fields.length > 0 ? [[partner, fields] as const] : [];
	});
	const edit = fc.oneof(
		fc.stringMatching(/^[0-9A-Za-z.-]{0,12}$/),
		fc.constantFrom('2', '0', '9999', 'reversal', '-1'),
	);

	test.each(guarded)('a changed unsigned field of %s does not change an existing booking', async (partner, fields) => {
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
	});
});

test('rejects a PubScale value whose whole part was changed after signing', async () => {
	const uid = await play.user();
	const whole = signed('pubscale', uid, randomUUID());
	for (const value of ['101.0', '1000', '10.0', '99.99', '100.0.0', '-100.0', '0100.0', '']) {
		expect([400, 403]).toContain(await send(withField(whole, 'value', value)));
	}
	expect(await play.balanceOf(uid)).toBe(0);
});

function changedIn({ fields }: Signed, whole: Signed): (string | undefined)[] {
	return Object.keys(whole.fields).flatMap((name) => (fields[name] === whole.fields[name] ? [] : [fields[name]]));
}
