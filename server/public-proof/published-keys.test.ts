import { openTestDatabase } from '../../test/support/database.ts';
import { silentLog as log } from '../../test/support/stubs.ts';
import { isSignedBy, readProofKey } from './proof-key.ts';
import { announceKey, getPublishedKeys, publishKey } from './published-keys.ts';

const { app } = openTestDatabase();
const proofKey = readProofKey(Buffer.alloc(32, 7).toString('base64url'));

test('a new key is signed by the key that announced it; an unannounced key has no signature', async () => {
	const keysOf = async () => (await getPublishedKeys(app)).keys;
	const times = { now: () => 1_700_000_000_000 };
	await publishKey({ db: app, clock: times, log }, proofKey);
	await publishKey({ db: app, clock: times, log }, proofKey);
	const named = { id: proofKey.id, public_key: proofKey.publicKey.toString('base64url') };
	const unsigned = { until: null, signed_by: null, signature: null };
	expect(await keysOf()).toEqual([{ ...named, from: '1700000000000', ...unsigned }]);
	const [next, lost] = [1, 2].map((n) => readProofKey(Buffer.alloc(32, n).toString('base64url')));
	if (!next || !lost) throw new Error('no keys');
	const later = { now: () => 1_700_000_009_000 };
	await announceKey({ db: app, clock: later }, proofKey, next);
	await publishKey({ db: app, clock: later, log }, next);
	const [old, current] = await keysOf();
	expect(old?.until).toBe('1700000009000');
	const { id, from, public_key, signed_by, signature } = current ?? {};
	expect([id, signed_by]).toEqual([next.id, proofKey.id]);
	expect(isSignedBy(proofKey.publicKey, { from, id, public_key, signature: signature ?? '' } as never)).toBe(true);
	await publishKey({ db: app, clock: { now: () => 1_700_000_010_000 }, log }, lost);
	expect((await keysOf()).at(-1)).toMatchObject({ id: lost.id, signed_by: null });
});

test('keys and signatures are Ed25519 (RFC 8032)', () => {
	const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
	const { publicKey } = readProofKey(seed.toString('base64url'));
	expect(publicKey.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
	expect(() => readProofKey('short')).toThrow('PROOF_KEY must be 32 bytes as base64url');
});
