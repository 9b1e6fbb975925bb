import { createHash, randomBytes } from 'node:crypto';
import type { PasswordHashing } from '../../server/accounts/passwords/hashing.ts';

const digest = (salt: string, password: string) =>
	createHash('sha256').update(salt).update(password.normalize('NFKC')).digest('hex');

/** Insecure but fast: tests sign in many users. */
export const cheapPasswords: PasswordHashing = {
	async hash(password) {
		const salt = randomBytes(16).toString('hex');
		return `${salt}:${digest(salt, password)}`;
	},
	async verify({ hash, password }) {
		const [salt = '', key] = hash.split(':');
		return digest(salt, password) === key;
	},
};
