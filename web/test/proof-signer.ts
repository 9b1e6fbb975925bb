/// <reference types="node" />
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

export const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
export const key = sha256(raw).toString('hex').slice(0, 16);
export const keys = [{ id: key, public_key: raw.toString('base64url') }];
export const signed = <Of extends object>(unsigned: Of) => ({
	...unsigned,
	signature: sign(null, Buffer.from(canonicalJson(unsigned)), privateKey).toString('base64url'),
});
