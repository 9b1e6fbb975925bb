import { createHash, randomBytes } from 'node:crypto';
import type { PasswordHashing } from '../../server/accounts/passwords/hashing.ts';

const digest = (salt: string, password: string) =>
	createHash('sha256').update(salt).update(password.normalize('NFKC')).digest('hex');

/** A test signs many people in, and none of its passwords is worth a guess. */
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
