import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes the public half as a minisign file. The key itself, created if missing, never goes into the repository. */
export function createReleaseKey({ secretFile, publicFile }) {
	if (!existsSync(secretFile)) {
		const { privateKey } = generateKeyPairSync('ed25519');
		mkdirSync(dirname(secretFile), { recursive: true, mode: 0o700 });
		writeFileSync(secretFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
	}
	mkdirSync(dirname(publicFile), { recursive: true });
	writeFileSync(publicFile, publicFileOf(createPrivateKey(readFileSync(secretFile, 'utf8'))));
}

/** @returns the content of the `.minisig` file. @throws {Error} if the keys don't match. */
export function signRelease(content, { secretFile, publicFile, comment }) {
	const privateKey = createPrivateKey(readFileSync(secretFile, 'utf8'));
	if (readFileSync(publicFile, 'utf8') !== publicFileOf(privateKey)) {
		throw new Error(`${secretFile} is not the secret key of ${publicFile}.`);
	}
	const signature = sign(null, createHash('blake2b512').update(content).digest(), privateKey);
	const line = Buffer.concat([Buffer.from('ED'), idOf(privateKey), signature]);
	const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey);
	return `untrusted comment: signature of a Lootpass release
${line.toString('base64')}
trusted comment: ${comment}
${global.toString('base64')}
`;
}

function publicFileOf(privateKey) {
	const line = Buffer.concat([Buffer.from('Ed'), idOf(privateKey), rawOf(privateKey)]);
	return `untrusted comment: public key of Lootpass releases\n${line.toString('base64')}\n`;
}

function idOf(privateKey) {
	return createHash('sha256').update(rawOf(privateKey)).digest().subarray(0, 8);
}

function rawOf(privateKey) {
	return Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'base64url');
}
