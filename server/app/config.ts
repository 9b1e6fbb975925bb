import { createHmac, hkdfSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Branding, defaultBranding } from '../../contract/branding.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { readJson } from '../lib/folders.ts';
import { provideSecret, readSecret } from '../lib/secrets/secret-file.ts';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';
import type { WallsFile } from '../offerwalls/saved-walls/import-offerwalls.ts';
import { readWitness, type Witness } from '../public-proof/witnesses/signed-note.ts';
import { readBrandingFile } from './branding/branding-file.ts';
import type { Colours } from './branding/colours.ts';
import { contradictions, type KeyName, keyFile, productionProblems } from './refused-settings.ts';
import { readSettings, type Settings, settingOf } from './settings.ts';
import { isSiteSetting, readSetting, type SettingTexts, siteSettingNames } from './site-settings/site-settings.ts';

export type BackupBucket = NonNullable<ReturnType<typeof bucketOf>>;

export type Config = ReturnType<typeof derive> & {
	environment: { values: Settings; texts: SettingTexts };
	brandingFile: SettingTexts;
};
type Look = { colours: Colours; logo: Buffer | undefined };

const liveNames = [
	...(['deletedAccountMemoryDays', 'signUpsADay', 'countriesNotServed', 'payoutCostOfThousand'] as const),
	...(['offerClaimsMaxPercent', 'offerReversalsMaxPercent'] as const),
	...(['marginFloorPercent', 'withdrawDailyCap', 'stockPolicy', 'payoutReviewHours', 'gameAccountProof'] as const),
	...(['gameAccountProofFrom', 'alertChannels', 'adminBanner', 'words', 'look', 'mailFrom'] as const),
	...(['brand', 'legalContact'] as const),
] satisfies readonly (keyof Config)[];
export type LiveConfig = Pick<Config, (typeof liveNames)[number]>;

const DEVELOPMENT_ADMIN_EMAIL = 'admin@lootpass.example';
const FIREBASE_KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** Their private keys are public. */
const SANDBOX_WITNESSES = {
	first: 'witness.sandbox/first+0136059e+BDxfyUerknGPlBHMVvVVVU/Lw2sF8s6Sdy3zKC4eGbKF',
	second: 'witness.sandbox/second+cf82a6ff+BJMKVJlzeC7ksrzUfFtCXCJPHNwyemCvsa/6dNzs2S14',
};
const SANDBOX_GOOGLE_CLIENT = 'lootpass';

export function isBackedUp({ backup }: Pick<Config, 'backup'>): boolean {
	return backup.folder !== undefined || backup.bucket !== undefined;
}

/** @throws StartProblem that lists all problems at once. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
	const branding = readBrandingFile(env.BRANDING_FILE?.trim() || undefined);
	const brandingFile: SettingTexts = new Map(Object.entries(branding.settings));
	const { values, problems } = readSettings({ ...Object.fromEntries(brandingFile), ...withoutEmpty(env) });
	problems.push(
		...branding.problems.map((problem) => `BRANDING_FILE: ${problem}`),
		...contradictions(values),
		...(values.NODE_ENV === 'production' ? productionProblems(values, env) : []),
	);
	// An invalid setting isn't missing, too.
	const listed = problems.filter((problem) => !env[/^\w+(?= is missing)/.exec(problem)?.[0] ?? '']?.trim());
	if (listed.length > 0) {
		const heading = listed.length === 1 ? 'A setting needs attention' : 'These settings need attention';
		throw new StartProblem(`${heading}: ${listed.join('; ')}.`);
	}
	const texts = new Map(Object.entries(withoutEmpty(env)).filter(([name]) => isSiteSetting(name)));
	const environment = { values: readSettings(env).values as Settings, texts };
	return { ...derive(values as Settings, lookOf(brandingFile)), environment, brandingFile };
}

/** The environment wins. */
export function liveConfig({ environment }: Pick<Config, 'environment'>, stored: SettingTexts): LiveConfig {
	const texts = new Map([...stored, ...environment.texts]);
	const changed = siteSettingNames.filter((name) => stored.has(name) && !environment.texts.has(name));
	const values = Object.fromEntries(changed.map((name) => [name, readSetting(name, texts.get(name))]));
	const config = derive({ ...environment.values, ...values }, lookOf(stored));
	return Object.fromEntries(liveNames.map((name) => [name, config[name]])) as LiveConfig;
}

function lookOf(texts: SettingTexts): Look {
	const logo = readSetting('LOGO', texts.get('LOGO'));
	return {
		colours: readSetting('COLOURS', texts.get('COLOURS')),
		logo: logo === undefined ? undefined : Buffer.from(logo.replace(/^.*,/, ''), 'base64'),
	};
}

function withoutEmpty(env: NodeJS.ProcessEnv): Record<string, string> {
	return Object.fromEntries(Object.entries(env).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])));
}

function derive(values: Settings, look: Look) {
	const isProduction = values.NODE_ENV === 'production';
	const sandboxUrl = `http://localhost:${values.SANDBOX_PORT}`;
	const smtpPort = values.SANDBOX_SMTP_PORT ?? smtpPortNextTo(values.SANDBOX_PORT);
	const sandbox = { enabled: values.SANDBOX ?? !isProduction, port: values.SANDBOX_PORT, url: sandboxUrl, smtpPort };
	const outside = (real: string, inSandbox = sandboxUrl) => (sandbox.enabled ? inSandbox : real);
	return {
		isProduction,
		port: values.PORT,
		host: values.HOST,
		publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
		dataDir: resolve(values.DATA_DIR),
		...databaseOf(values),
		sandbox,
		...keysOf(values),
		publicProof: values.PUBLIC_PROOF ?? sandbox.enabled,
		witnesses: values.PROOF_WITNESSES ?? (sandbox.enabled ? sandboxWitnesses(sandboxUrl) : []),
		deletedAccountMemoryDays: values.DELETED_ACCOUNT_MEMORY_DAYS,
		adminEmail: values.ADMIN_EMAIL ?? DEVELOPMENT_ADMIN_EMAIL,
		adminPassword: values.ADMIN_PASSWORD,
		requireAdminTotp: values.REQUIRE_ADMIN_TOTP,
		...signUpOf(values),
		verifiedEmailToWithdraw: values.VERIFIED_EMAIL_TO_WITHDRAW ?? isProduction,
		offerwallsFile: pathOf(values.OFFERWALLS_FILE),
		platform: {
			users: values.PLATFORM_USERS_URL ?? outside('https://users.roblox.com'),
			thumbnails: values.PLATFORM_THUMBNAILS_URL ?? outside('https://thumbnails.roblox.com'),
			games: values.PLATFORM_GAMES_URL ?? outside('https://games.roblox.com'),
			apis: values.PLATFORM_APIS_URL ?? outside('https://apis.roblox.com'),
		},
		payout: {
			vendor: values.PAYOUT_VENDOR ?? (sandbox.enabled ? 'rbxcrate' : 'manual'),
			timeoutMs: values.PAYOUT_TIMEOUT_MS,
			reconcileMinMs: values.PAYOUT_RECONCILE_MIN_MS,
			reconcileMaxMs: values.PAYOUT_RECONCILE_MAX_MS,
			rbxcrate: {
				url: values.RBXCRATE_URL ?? outside('https://rbxcrate.com/api', `${sandboxUrl}/rbxcrate/api`),
				apiKey: values.RBXCRATE_API_KEY,
			},
			rocheap: {
				url: values.ROCHEAP_URL ?? outside('https://rocheap.com/business/api', `${sandboxUrl}/rocheap/business/api`),
				apiKey: values.ROCHEAP_API_KEY,
			},
		},
		payoutCostOfThousand: values.PAYOUT_USD_PER_THOUSAND,
		marginFloorPercent: values.MARGIN_FLOOR_PERCENT,
		offerClaimsMaxPercent: values.OFFER_CLAIMS_MAX_PERCENT,
		offerReversalsMaxPercent: values.OFFER_REVERSALS_MAX_PERCENT,
		withdrawDailyCap: values.WITHDRAW_DAILY_CAP,
		stockPolicy: values.STOCK_POLICY,
		payoutReviewHours: values.PAYOUT_REVIEW_HOURS,
		gameAccountProof: values.GAME_ACCOUNT_PROOF,
		gameAccountProofFrom:
			values.GAME_ACCOUNT_PROOF === 'off' ? undefined : asRobuxCents(values.GAME_ACCOUNT_PROOF_FROM * 100),
		googleApisUrl: values.GOOGLE_APIS_URL,
		google: googleOf(values, sandbox),
		firebase: firebaseOf(values),
		smtpUrl: values.SMTP_URL ?? (sandbox.enabled ? `smtp://127.0.0.1:${smtpPort}` : undefined),
		canMail: values.SMTP_URL !== undefined || sandbox.enabled,
		mailFrom: values.MAIL_FROM ?? `${values.BRAND_FIRST}${values.BRAND_SECOND} <no-reply@lootpass.example>`,
		trustedProxies: values.TRUSTED_PROXIES,
		corsOrigins: values.CORS_ORIGINS,
		imageOrigins: [...values.IMAGE_ORIGINS, ...(sandbox.enabled ? [sandboxUrl] : [])],
		offerPictureOrigins: [...values.OFFER_PICTURE_ORIGINS, ...(sandbox.enabled ? [sandboxUrl] : [])],
		rateLimits: values.RATE_LIMITS,
		role: values.ROLE,
		alertChannels: values.ALERT_URLS,
		metricsToken: values.METRICS_TOKEN,
		logLevel: values.LOG_LEVEL,
		adminBanner: values.ADMIN_BANNER,
		...{ brand: values.BRAND_FIRST + values.BRAND_SECOND, legalContact: values.LEGAL_CONTACT },
		words: wordsOf(values, outside(defaultBranding.gameCreationUrl, `${sandboxUrl}/creations`)),
		look,
		languages: values.LANGUAGES,
		sharedOrigin: values.PUBLIC_URL ?? '',
	};
}

function wordsOf(values: Settings, gameCreationUrl: string): Branding {
	const { adminBanner: _, ...names } = settingOf;
	const words = Object.entries(names).map(([word, name]) => [word, values[name] ?? gameCreationUrl]);
	return Object.fromEntries(words) as Branding;
}

function signUpOf(values: Settings) {
	return {
		signUp: values.SIGN_UP,
		signUpsADay: values.SIGN_UPS_A_DAY,
		countriesNotServed: values.COUNTRIES_NOT_SERVED,
		networkTable: pathOf(values.NETWORK_TABLE),
		hostingNetworksFile: pathOf(values.HOSTING_NETWORKS_FILE),
	};
}

function sandboxWitnesses(url: string): Witness[] {
	return Object.entries(SANDBOX_WITNESSES).flatMap(([name, key]) => readWitness(`${key} ${url}/witness/${name}`) ?? []);
}

const pathOf = (file: string | undefined): string | undefined => (file === undefined ? undefined : resolve(file));

/** Keys that are neither set nor stored are derived from `appSecret`, which is generated outside production. */
function keysOf(values: Settings) {
	return {
		appSecret: values.APP_SECRET,
		authSecret: values.AUTH_SECRET,
		memoryKey: values.MEMORY_KEY,
		secretsKey: values.SECRETS_KEY,
		proofKey: values.PROOF_KEY,
	};
}

function databaseOf(values: Settings) {
	return {
		databaseUrl: values.DATABASE_URL,
		databaseOwnerUrl: values.DATABASE_OWNER_URL,
		databasePool: values.DATABASE_POOL,
		postgresPrograms: values.POSTGRES_PROGRAMS,
		/** At most one of `folder` and `bucket` is set; without either, backups are disabled. */
		backup: {
			folder: pathOf(values.BACKUP_DIR),
			bucket: bucketOf(values),
			keep: values.BACKUP_KEEP,
			/** An `age` recipient (public key). */
			encryptTo: values.BACKUP_ENCRYPT_TO,
		},
	};
}

export function bucketOf(values: Partial<Settings>) {
	const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region = 'auto' } = values;
	const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
	if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
	return { endpoint, region, bucket, prefix: values.BACKUP_S3_PREFIX, accessKeyId, secretAccessKey };
}

/** A second installation may add one to each port. */
const SMTP_PORT_DISTANCE = 1000;

function smtpPortNextTo(sandboxPort: number): number {
	return sandboxPort + (sandboxPort + SMTP_PORT_DISTANCE > 65_535 ? -SMTP_PORT_DISTANCE : SMTP_PORT_DISTANCE);
}

function googleOf(values: Settings, sandbox: { enabled: boolean; url: string }) {
	const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values;
	if (clientId && clientSecret) return { clientId, clientSecret, issuer: issuer ?? 'https://accounts.google.com' };
	if (!sandbox.enabled) return undefined;
	return { clientId: SANDBOX_GOOGLE_CLIENT, clientSecret: undefined, issuer: `${sandbox.url}/google` };
}

function firebaseOf(values: Settings) {
	const { FIREBASE_PROJECT_ID: projectId, FIREBASE_KEYS_URL: keysUrl = FIREBASE_KEYS_URL } = values;
	const untilMs = Date.parse(values.FIREBASE_UNTIL ?? '9999-12-31') + DAY_MS;
	return projectId ? { projectId, keysUrl, untilMs } : undefined;
}

export function brandingSettings({ words, adminBanner }: Pick<Config, 'words' | 'adminBanner'>) {
	const texts: Record<string, string> = { ...words, adminBanner };
	return Object.fromEntries(Object.entries(settingOf).map(([word, name]) => [name, texts[word] ?? '']));
}

/** 16 characters: strong, but still easy to type. */
const ADMIN_PASSWORD_BYTES = 12;
const KEY_BYTES = 32;

/** `set` in the environment, `stored` in DATA_DIR, or `derived` from APP_SECRET. */
type KeySource = 'set' | 'stored' | 'derived';

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

export function readWallsFile(path: string, source = `OFFERWALLS_FILE ${path}`): WallsFile {
	try {
		return { source, entries: readJson(path) };
	} catch (cause) {
		throw new StartProblem(`Couldn't read ${source}: ${reasonOf(cause)}.`, { cause });
	}
}

export function wallsToImport(config: Config, secrets: Pick<Secrets, 'sandboxWallSecret'>): WallsFile | undefined {
	const { offerwallsFile: path, sandbox, role } = config;
	if (path) return readWallsFile(path);
	if (!sandbox.enabled || role === 'worker') return undefined;
	return { source: 'the sandbox', entries: sandboxWalls(sandbox.url, secrets.sandboxWallSecret) };
}

export const sandboxWallIds: readonly string[] = ['sandbox', 'sandbox-games', 'sandbox-tasks'];

function sandboxWalls(url: string, wallSecret: string): object[] {
	const allowedIps = ['127.0.0.1', '::1'];
	const wall = {
		id: 'sandbox',
		partner: 'wannads',
		name: 'Sandbox Offers',
		secret: wallSecret,
		appId: 'sandbox',
		allowedIps,
		override: { wallUrl: `${url}/wall?apiKey={appId}&userId={uid}` },
		picture: `${url}/pictures/offers/8200002.png`,
		report: { kind: 'bitlabs', url, s2sToken: 'sandbox' },
	};
	const keyed = (id: string, what: string) => createHmac('sha256', wallSecret).update(`${id} ${what}`).digest('hex');
	const fed = (id: string) => ({
		...{ id, allowedIps, secret: keyed(id, 'secret'), pathKey: keyed(id, 'path').slice(0, 32) },
	});
	const games = {
		...{ ...fed('sandbox-games'), partner: 'lootably', name: 'Sandbox Games' },
		feed: { kind: 'lootably', url, apiKey: 'sandbox', placementID: 'sandbox' },
	};
	const tasks = {
		...{ ...fed('sandbox-tasks'), partner: 'adgate', name: 'Sandbox Tasks' },
		feed: { kind: 'adgate', url, aff: 1, api_key: 'sandbox', wall_code: 'sandbox' },
	};
	return [wall, games, tasks];
}
