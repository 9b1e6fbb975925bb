import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_URL, pathOf, type Signed, signed, wallEntries } from '../../../test/partners/play.ts';
import { type Fields, fixtures } from '../partners/documented/postbacks.ts';
import type { Partner } from '../partners/partner.ts';
import { partners } from '../partners/registry.ts';
import { toWalls, wallUrlFor } from '../walls/wall.ts';
import { readPostback } from './postback.ts';
import { readRawParameters } from './reading/raw-parameters.ts';
import { coverageOf, isSigned, signatureOf, signedTextOf } from './signature.ts';

const SECRET = 'test-secret';

/** Published by the partners, or computed from their recipes: addresses or their queries. */
const vectors: Record<string, string> = {
	"bitlabs, the vendor's published example":
		'https://publisher.com/complete?uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4b',
	cpx: 'trans_id=cpx-tx-1&secure_hash=fb0a847851e47112d78643913fef2825',
	lootably:
		'userID=user-1&ip=203.0.113.7&revenue=0.5000&currencyReward=100.00&hash=c1e7d8f3d8b0a37f73c91015c619062dcddc7f6e4dde218ce4a3ff031e9aa226',
	torox: 'oid=4711&user_id=user-1&sig=1147885bc35016db02abade9bf3a1577',
	timewall: 'userID=user-1&revenue=1.25&hash=f546e0f74f14d88c3561759df3d5f7438d0eb825f6b19cd7d45adaf8c4482a68',
	wannads: 'subId=user-1&transId=tx-1&reward=100&signature=71cf840d47a9b02fe5e4ae5d05979d49',
	kiwiwall: 'sub_id=user-1&amount=100&signature=506026437875e1d2566e2ad9046b4db0',
	tapjoy: 'id=req-1&snuid=user-1&currency=100&verifier=777b1d89f46c22dd1cb83fa38e818705',
	ayet: 'transaction_id=tx-1&offer_name=Level%2030%20Game&payout_usd=0.36&is_chargeback=0&external_identifier=user-1&currency_amount=360',
	adgem:
		'https://example.test/postback/adgem?player_id=user-1&amount=100&payout=0.5&transaction_id=tx-1&request_id=r-1&timestamp=1700000000&verifier=e5658f61c6902d9bcad8dc955deba0a82d8ae82a46fd55d900652bf782590fe3',
	'adgem, its verifier in front':
		'https://example.test/postback/adgem?verifier=e5658f61c6902d9bcad8dc955deba0a82d8ae82a46fd55d900652bf782590fe3&player_id=user-1&amount=100&payout=0.5&transaction_id=tx-1&request_id=r-1&timestamp=1700000000',
	notik:
		'https://example.test/postback/notik?user_id=user-1&amount=100&payout=0.5&txn_id=tx-1&hash=661737bfd3ecf5307aa09f0c55eb1991239e1de7',
	theoremreach:
		'https://example.test/postback/tr?user_id=user-1&reward=100&currency=0.5&tx_id=tx-1&hash=ifET0FdUYtjDMXICol1p4c-ZPqg',
	pollfish:
		'cpa=30&device_id=dev-1&request_uuid=user-1&reward_name=Coins&reward_value=100&status=eligible&reason=&timestamp=1700000000000&tx_id=tx-1&signature=1WVlOZG4h8vITeNyXisRwVDzwE0%3D',
	'pollfish, which gives no reason where there is none':
		'cpa=30&device_id=dev-1&request_uuid=user-1&reward_name=Coins&reward_value=100&status=eligible&timestamp=1700000000000&tx_id=tx-1&signature=1WVlOZG4h8vITeNyXisRwVDzwE0%3D',
	inbrain: 'PanelistId=user-1&RewardId=reward-1&Sig=956e4baf245653966e877d28b75ad230',
};
const ofAyet = '4f9edba97f64d7602a0b4b3fa88c515e901ebd89cea041394c9860876ab4f26f';
const ofBitlabs = 'JLOIAUNMHFli7ZJOQVEzm98rzqnm9';

function check(name: string, edit: (text: string) => string = (text) => text): boolean {
	const [partner = ''] = name.split(',');
	const text = vectors[name] ?? '';
	const address = edit(text.startsWith('https:') ? text : `https://example.test/postback?${text}`);
	const parameters = readRawParameters(address.slice(address.indexOf('?') + 1));
	const contract = partners[partner];
	if (!parameters || !contract) throw new Error(`${name} is not readable`);
	const secret = partner === 'bitlabs' ? ofBitlabs : SECRET;
	return isSigned(contract, secret, { parameters, url: address, header: () => ofAyet });
}

test.each(Object.keys(vectors))('%s: the published signature is valid', (name) => expect(check(name)).toBe(true));

test.each(Object.keys(vectors))('%s: the signature is invalid for another user, except for CPX', (name) => {
	expect(check(name, (text) => text.replace(/user-1|8cc877ee/, 'user-2'))).toBe(name === 'cpx');
});

const strict = ['notik', "bitlabs, the vendor's published example"];
test.each(strict)('a signature over the public address is invalid for %s unless it is the last parameter', (name) => {
	expect(check(name, (text) => `${text}&extra=900`)).toBe(false);
	const inFront = (text: string) => text.replace(/\?(.*)&(hash=\w+)$/, '?$2&$1');
	expect(inFront(vectors[name] ?? '')).toMatch(/\?hash=/);
	expect(check(name, inFront)).toBe(false);
});

test.each(['notik', 'adgem', 'theoremreach'])('an address signature of %s covers scheme, host and path', (name) => {
	expect(check(name, (text) => text.replace('https:', 'http:'))).toBe(false);
	expect(check(name, (text) => text.replace('example.test', 'example.test:8080'))).toBe(false);
	expect(check(name, (text) => text.replace('/postback/', '/postback//'))).toBe(false);
});

test('the URL of the CPX wall contains its hash', () => {
	const entry = { id: 'w', partner: 'cpx', name: 'W', secret: SECRET, appId: '7' };
	const [wall] = toWalls([{ ...entry, pathKey: 'a-long-secret-path-key', allowedIps: ['192.0.2.1'] }], 'test');
	expect(wall && wallUrlFor(wall, 'user-1')).toBe(
		'https://offers.cpx-research.com/index.php?app_id=7&ext_user_id=user-1&secure_hash=d8f8e8d987cb6abc555028fc9fa11a08',
	);
});

test('lists the partners whose signature does not cover user or amount', () => {
	const weak = Object.entries(partners).filter(([, partner]) => {
		const { user, reward, payout } = coverageOf(partner);
		return !user || !(reward || payout);
	});
	const expected = 'adgate adscend adwork cpalead cpx inbrain monlix mychips rapidoreach revu torox wannads-v2';
	expect(weak.map(([name]) => name).toSorted()).toEqual(expected.split(' '));
});

test('lists the partners whose signed text can be split differently', () => {
	const ambiguous = Object.entries(partners).filter(([, partner]) =>
		signedTextOf('w', partner, new Map([[partner.parameters.uid, UID]])),
	);
	const own = ambiguous
		.map(([name]) => name)
		.filter((name) => partners[name]?.signature !== partners.wannads?.signature);
	expect(own.toSorted()).toEqual(['adjoe', 'lootably', 'sparkwall']);
	expect(ambiguous.length).toBeGreaterThan(own.length);
});

test('a signed text has another split only if a part contains the separator', () => {
	const cutOf = (name: string, fields: Record<string, string>) =>
		signedTextOf('w', partners[name] as Partner, new Map(Object.entries(fields)));
	const names = { device_id: 'd', request_uuid: UID, reward_name: 'Coins' };
	const pollfish = { ...names, cpa: '30', reward_value: '1', status: 'eligible' };
	expect(cutOf('pollfish', { ...pollfish, reason: '', timestamp: '17', tx_id: 'tx-1' })).toBeUndefined();
	const genuine = cutOf('pollfish', { ...pollfish, reason: '', timestamp: '17', tx_id: 'a:b' });
	const forged = cutOf('pollfish', { ...pollfish, reason: '', timestamp: '17:a', tx_id: 'b' });
	expect(forged?.text).toBe(genuine?.text);
	expect(forged?.cut).not.toBe(genuine?.cut);
	expect(cutOf('pubscale', { user_id: UID, value: '100.5', token: 'tx-1' })).toBeUndefined();
	expect(cutOf('tapjoy', { snuid: UID, currency: '100', id: 'a:b' })).toBeDefined();
	// The dashes of the user id cannot move.
	expect(cutOf('torox', { user_id: UID, oid: '4-7' })).toBeUndefined();
});

test('accepts a base64 signature with an unescaped plus', () => {
	const query = (tx: string) =>
		`cpa=30&device_id=dev-1&request_uuid=user-1&reward_name=Coins&reward_value=100&status=eligible&reason=&timestamp=17&tx_id=${tx}`;
	const text = (tx: string) => `30:dev-1:user-1:Coins:100:eligible::17:${tx}`;
	const sign = (tx: string) => createHmac('sha1', SECRET).update(text(tx)).digest('base64');
	const tx = Array.from({ length: 100 }, (_, n) => `tx-${n}`).find((id) => sign(id).includes('+')) ?? '';
	const parameters = readRawParameters(`${query(tx)}&signature=${sign(tx)}`);
	expect(parameters?.get('signature')).toContain(' ');
	const request = { parameters: parameters ?? new Map(), url: '', header: () => undefined };
	expect(isSigned(partners.pollfish as Partner, SECRET, request)).toBe(true);
});

test("the operator's table lists every partner with its signature level and response bodies", () => {
	const table = readFileSync(join(import.meta.dirname, '../../../docs/offerwalls.md'), 'utf8');
	for (const [name, partner] of Object.entries(partners)) {
		const row = table.split('\n').find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${name}\``));
		const { user, reward, payout, transaction } = coverageOf(partner);
		const level = !user || !(reward || payout) ? 'weak' : transaction && reward ? 'full' : 'part';
		expect(row?.split('|')[3]?.trim(), name).toBe(level);
		const answers = [partner.successBody, partner.duplicateBody].filter((body) => body !== undefined);
		expect(row?.split('|')[4]?.trim(), name).toBe(answers.map((body) => `\`${body}\``).join(', then '));
	}
});

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

const signing = names.filter((name) => (fixtures[name]?.covered.length ?? 0) > 0);
test.each(signing)('changed, emptied or missing signed fields of %s are rejected', (partner) => {
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
});

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

test.each(['ä ö', "it's (so) *good*!~", 'a+b&c=d', '100%', ''])('the sorted query encodes %j', (offerName) => {
	const sorted = names.find((name) => wallOf(name).partner.signature.scheme === 'sorted-query') ?? '';
	expect(read(sorted, { offer_name: offerName, task_name: offerName })).toMatchObject({ kind: 'credit' });
});
