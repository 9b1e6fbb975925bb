import { expect, test } from 'vitest';
import { PUBLIC_URL, pathOf, type Signed, signed, wallEntries } from '../../../test/partners/play.ts';
import type { Fields } from '../partners/documented/documented.ts';
import { fixtures } from '../partners/documented/postbacks.ts';
import { toWalls } from '../walls/wall.ts';
import { readPostback } from './postback.ts';
import { coverageOf, signatureOf } from './signature.ts';

const UID = '8cc877ee-af19-488d-b28d-216fb866b996';
const TX = 'tx00000001';
const walls = new Map(toWalls(wallEntries(), 'test').map((wall) => [wall.id, wall]));
const names = Object.keys(fixtures);

function requestOf(partner: string, { fields, headers }: Signed) {
	const query = fixtures[partner]?.arrival ? '' : `?${new URLSearchParams(fields)}`;
	return {
		parameters: new Map(Object.entries(fields)),
		url: PUBLIC_URL + pathOf(partner) + query,
		header: (name: string) => headers[name],
	};
}

function wallOf(partner: string) {
	const wall = walls.get(partner);
	if (!wall) throw new Error(`no wall of ${partner}`);
	return wall;
}

function read(partner: string, changes: Fields = {}, edit: (fields: Fields) => Fields = (fields) => fields) {
	const genuine = signed(partner, UID, TX, changes);
	return readPostback(wallOf(partner), requestOf(partner, { ...genuine, fields: edit(genuine.fields) }));
}

test.each(names.filter((name) => (fixtures[name]?.covered.length ?? 0) > 0))(
	'changed, emptied or missing signed fields of %s are rejected',
	(partner) => {
		for (const field of fixtures[partner]?.covered ?? []) {
			const { fields } = signed(partner, UID, TX);
			const { [field]: dropped, ...rest } = fields;
			const others = dropped === '' ? [] : [rest, { ...fields, [field]: '' }];
			for (const edited of [{ ...fields, [field]: `9${dropped}` }, ...others]) {
				const wrong = { refused: 'bad-signature', why: 'the signature does not match' };
				expect(
					read(partner, {}, () => edited),
					field,
				).toEqual(wrong);
			}
		}
	},
);

test('schemes without a digest cover no field', () => {
	const parameters = new Map<string, string>();
	for (const wall of walls.values()) {
		const { scheme } = wall.partner.signature;
		if (scheme !== 'none' && scheme !== 'shared-secret') continue;
		const expected = scheme === 'none' ? undefined : wall.secret;
		expect(signatureOf(wall.partner, wall.secret, { url: '', parameters })).toBe(expected);
		expect(coverageOf(wall.partner)).toEqual({ user: false, reward: false, payout: false, transaction: false });
	}
});

test.each(['ä ö', "it's (so) *good*!~", 'a+b&c=d', '100%', ''])(
	"the sorted query is encoded like the partner's: %j",
	(offerName) => {
		const sorted = names.find((name) => wallOf(name).partner.signature.scheme === 'sorted-query') ?? '';
		expect(read(sorted, { offer_name: offerName, task_name: offerName })).toMatchObject({ kind: 'credit' });
	},
);
