import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { provideSecret, readSecret } from '../lib/secrets/secret-file.ts';
import type { Config } from './config.ts';
import { type KeyName, keyFile } from './key-files.ts';

/** 16 characters: strong, but still easy to type. */
const ADMIN_PASSWORD_BYTES = 12;
const KEY_BYTES = 32;

/** `set` in the environment, `stored` in DATA_DIR, or `derived` from APP_SECRET. */
export type KeySource = 'set' | 'stored' | 'derived';

export type Secrets = Awaited<ReturnType<typeof provideSecrets>>;

export async function provideSecrets(config: Config) {
	const { dataDir } = config;
	const adminPasswordFile = config.adminPassword === undefined ? join(dataDir, 'admin-password') : undefined;
	const sandboxSecret = async (file: string) => (config.sandbox.enabled ? provideSecret(join(dataDir, file)) : '');
	const authSecret = await provideKey(config, 'AUTH_SECRET', config.authSecret);
	const memoryKey = await provideKey(config, 'MEMORY_KEY', config.memoryKey);
	const secretsKey = await provideKey(config, 'SECRETS_KEY', config.secretsKey);
	const proofKey = await provideKey(config, 'PROOF_KEY', config.proofKey);
	return {
		authSecret: authSecret.key,
		memoryKey: memoryKey.key,
		secretsKey: secretsKey.key,
		proofKey: proofKey.key,
		keySources: {
			AUTH_SECRET: authSecret.source,
			MEMORY_KEY: memoryKey.source,
			SECRETS_KEY: secretsKey.source,
			PROOF_KEY: proofKey.source,
		},
		adminPassword: config.adminPassword ?? (await provideSecret(join(dataDir, 'admin-password'), ADMIN_PASSWORD_BYTES)),
		adminPasswordFile,
		sandboxWallSecret: await sandboxSecret('sandbox-wall-secret'),
		sandboxVendorKey: config.payout.rbxcrate.apiKey ?? (await sandboxSecret('sandbox-vendor-key')),
		sandboxGoogleSecret: await sandboxSecret('sandbox-google-secret'),
	};
}

/** A stored key precedes a derived one, so that existing sites keep theirs. */
async function provideKey(
	{ dataDir, appSecret }: Config,
	name: KeyName,
	set: string | undefined,
): Promise<{ key: string; source: KeySource }> {
	if (set !== undefined) return { key: set, source: 'set' };
	const stored = await readSecret(keyFile(dataDir, name));
	if (stored) return { key: stored, source: 'stored' };
	const secret = appSecret ?? (await provideSecret(join(dataDir, 'app-secret')));
	return { key: deriveKey(secret, name), source: 'derived' };
}

/** HKDF-SHA-256 (RFC 5869). @returns 32 bytes as base64url. */
function deriveKey(appSecret: string, name: KeyName): string {
	return Buffer.from(hkdfSync('sha256', appSecret, '', `lootpass ${name}`, KEY_BYTES)).toString('base64url');
}
