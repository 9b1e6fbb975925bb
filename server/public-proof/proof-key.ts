import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { StartProblem } from '../lib/start-problem.ts';

/** Signs canonical JSON (RFC 8785) with Ed25519 (RFC 8032). */
export type ProofKey = ReturnType<typeof readProofKey>;

/** DER prefixes of both keys (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const SEED = /^[A-Za-z0-9_-]{43}$/;

export function readProofKey(text: string) {
	const seed = Buffer.from(text, 'base64url');
	if (!SEED.test(text) || seed.length !== 32) throw new StartProblem('PROOF_KEY must be 32 bytes as base64url.');
	const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
	const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
	return {
		id: keyIdOf(publicKey),
		publicKey,
		/** Signs all fields except `signature`. @returns base64url */
		sign: (object: object) => sign(null, signedText(object), key).toString('base64url'),
		/** For notes, which never start like JSON. */
		signText: (text: string) => sign(null, Buffer.from(text, 'utf8'), key),
	};
}

export const keyIdOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

export function isSignedBy(publicKey: Buffer, object: { signature: string }): boolean {
	return verifyBytes(publicKey, signedText(object), Buffer.from(object.signature, 'base64url'));
}

export function verifyBytes(publicKey: Buffer, bytes: Buffer, signature: Buffer): boolean {
	const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
	return signature.length === 64 && verify(null, bytes, key, signature);
}

const signedText = (object: object): Buffer => Buffer.from(canonicalJson({ ...object, signature: undefined }), 'utf8');
