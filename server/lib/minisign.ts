import { createHash, createPublicKey, verify } from 'node:crypto';
import { StartProblem } from './start-problem.ts';

/** DER bytes that precede a raw Ed25519 key. */
const KEY_START = Buffer.from('302a300506032b6570032100', 'hex');
const ID_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** @returns the trusted comment. @throws StartProblem if `signatureFile` is not this key's signature of the content. */
export function verifyMinisign(content: Buffer, signatureFile: string, publicKeyFile: string): string {
	const [, keyLine = ''] = publicKeyFile.trim().split(/\r?\n/);
	const [, signatureLine = '', commentLine = '', globalLine = ''] = signatureFile.trim().split(/\r?\n/);
	const key = read(keyLine, 32, ['Ed']);
	const signature = read(signatureLine, SIGNATURE_BYTES, ['Ed', 'ED']);
	const comment = /^trusted comment: (.*)$/.exec(commentLine)?.[1];
	const global = Buffer.from(globalLine, 'base64');
	if (!key || !signature || comment === undefined || global.length !== SIGNATURE_BYTES) {
		throw new StartProblem('The signature or the public key is not a minisign file.');
	}
	if (!key.id.equals(signature.id)) throw new StartProblem('The signature is of another key.');
	const publicKey = createPublicKey({ key: Buffer.concat([KEY_START, key.value]), format: 'der', type: 'spki' });
	const signed = signature.algorithm === 'ED' ? createHash('blake2b512').update(content).digest() : content;
	const commented = Buffer.concat([signature.value, Buffer.from(comment)]);
	if (!verify(null, signed, publicKey, signature.value) || !verify(null, commented, publicKey, global)) {
		throw new StartProblem('The signature is wrong: the file was changed after it was signed.');
	}
	return comment;
}

function read(line: string, length: number, algorithms: readonly string[]) {
	const bytes = Buffer.from(line, 'base64');
	const algorithm = bytes.toString('latin1', 0, 2);
	if (bytes.length !== 2 + ID_BYTES + length || !algorithms.includes(algorithm)) return undefined;
	return { algorithm, id: bytes.subarray(2, 2 + ID_BYTES), value: bytes.subarray(2 + ID_BYTES) };
}
