import { createCipheriv, scryptSync } from 'node:crypto';

/** Source: github.com/firebase/scrypt. Texts are base64 in either alphabet. */
export type ImportedPassword = {
	hash: string;
	salt: string;
	signerKey: string;
	saltSeparator: string;
	rounds: number;
	memCost: number;
};

const MAXMEM = 80 * 1024 * 1024;
const BASE64 = /^[\w+/-]*={0,2}$/;
const SCHEME = 'firebase';

export const isFirebaseHash = (text: string): boolean => text.startsWith(`${SCHEME}|`);

export function firebaseHash(password: ImportedPassword): { text: string } | { problem: string } {
	const { hash, salt, signerKey, saltSeparator, rounds, memCost } = password;
	const within = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max;
	if (!within(memCost, 16)) return { problem: 'mem_cost must be a whole number from 1 to 16' };
	if (!within(rounds, 8)) return { problem: 'rounds must be a whole number from 1 to 8' };
	const fields = [salt, saltSeparator, signerKey, hash];
	if (hash === '') return { problem: 'the account has no password hash' };
	if (!fields.every((field) => BASE64.test(field))) return { problem: 'the hash is not base64' };
	const text = [SCHEME, memCost, rounds, ...fields].join('|');
	const { stored, key } = readHash(text);
	return stored.length === key.length ? { text } : { problem: 'the hash and the signer key differ in length' };
}

export function firebaseKeyOf(text: string, password: string): string {
	const { N, r, salt, key } = readHash(text);
	const derived = scryptSync(password, salt, 32, { N, r, maxmem: MAXMEM });
	return createCipheriv('aes-256-ctr', derived, Buffer.alloc(16)).update(key, undefined, 'hex');
}

export const storedKeyOf = (text: string): string => readHash(text).stored.toString('hex');

function readHash(text: string) {
	const [, memCost, rounds, ...fields] = text.split('|');
	const bytes = (n: number) => Buffer.from(fields[n] ?? '', 'base64');
	const salt = Buffer.concat([bytes(0), bytes(1)]);
	return { N: 2 ** Number(memCost), r: Number(rounds), salt, key: bytes(2), stored: bytes(3) };
}
