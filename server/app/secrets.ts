import { join } from 'node:path';
import { provideSecret } from '../lib/secret-file.ts';
import type { Config } from './config.ts';

/** 16 characters: safe, and still typed by hand from a terminal. */
const ADMIN_PASSWORD_BYTES = 12;

export type Secrets = {
	authSecret: string;
	memoryKey: string;
	/** 32 bytes as base64url. */
	proofKey: string;
	/** Undefined: production without one. */
	secretsKey: string | undefined;
	adminPassword: string;
	/** Where the generated password is kept; undefined when the operator set one. */
	adminPasswordFile: string | undefined;
	sandboxWallSecret: string;
	sandboxVendorKey: string;
	sandboxGoogleSecret: string;
};

/** Where it is kept while `PROOF_KEY` is not set. */
export const proofKeyFile = (dataDir: string) => join(dataDir, 'proof-key');
/** Where it is kept while `SECRETS_KEY` is not set. */
export const secretsKeyFile = (dataDir: string) => join(dataDir, 'secrets-key');

/** Generated once and kept in DATA_DIR, readable by us only. @throws StartProblem when a file cannot be read or written. */
export async function provideSecrets(config: Config): Promise<Secrets> {
	const { dataDir } = config;
	const adminPasswordFile = config.adminPassword === undefined ? join(dataDir, 'admin-password') : undefined;
	return {
		authSecret: config.authSecret ?? (await provideSecret(join(dataDir, 'auth-secret'))),
		memoryKey: config.memoryKey ?? (await provideSecret(join(dataDir, 'memory-key'))),
		proofKey: config.proofKey ?? (await provideSecret(proofKeyFile(dataDir))),
		secretsKey: config.secretsKey ?? (config.isProduction ? undefined : await provideSecret(secretsKeyFile(dataDir))),
		adminPassword: config.adminPassword ?? (await provideSecret(join(dataDir, 'admin-password'), ADMIN_PASSWORD_BYTES)),
		adminPasswordFile,
		sandboxWallSecret: config.sandbox.enabled ? await provideSecret(join(dataDir, 'sandbox-wall-secret')) : '',
		sandboxVendorKey: config.sandbox.enabled
			? (config.payout.rbxcrate.apiKey ?? (await provideSecret(join(dataDir, 'sandbox-vendor-key'))))
			: '',
		sandboxGoogleSecret: config.sandbox.enabled ? await provideSecret(join(dataDir, 'sandbox-google-secret')) : '',
	};
}
