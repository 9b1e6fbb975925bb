import { existsSync } from 'node:fs';
import { join } from 'node:path';

const KEY_FILES = {
	AUTH_SECRET: 'auth-secret',
	MEMORY_KEY: 'memory-key',
	SECRETS_KEY: 'secrets-key',
	PROOF_KEY: 'proof-key',
} as const;
export type KeyName = keyof typeof KEY_FILES;
export const keyNames = Object.keys(KEY_FILES) as KeyName[];

export function keyFile(dataDir: string, name: KeyName): string {
	return join(dataDir, KEY_FILES[name]);
}

export function isKeyStored(dataDir: string, name: KeyName): boolean {
	return existsSync(keyFile(dataDir, name));
}
