import { z } from 'zod';
import { emailPattern } from '../../contract/accounts/auth.ts';
import { defaultAdminBanner } from '../../contract/admin/banner.ts';
import { defaultCannedAnswers, readCannedAnswers } from '../../contract/admin/canned-answers.ts';
import { defaultBranding } from '../../contract/branding.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../contract/limits.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { retentionDays } from '../../contract/site/retention.ts';
import { isAddressOrRange } from '../lib/http/addresses.ts';
import { catalogues, DEFAULT_LANGUAGES, readLanguages } from '../lib/language/language.ts';
import { type Channel, readChannels, readPublicChannels } from '../operations/alerts/channel.ts';
import { readWitness } from '../public-proof/witnesses/signed-note.ts';
import { readColours } from './branding/colours.ts';

const languageNames = [...catalogues.keys()].join(', ');
const PROXY_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Messages complete the sentence "PORT must be ...". Settings without value and default are undefined. */
export const settings = {
	NODE_ENV: optional(oneOf('development', 'test', 'production')).describe(
		'`production` starts no sandbox, generates no secrets, and refuses missing or weak settings',
	),
	PORT: wholeNumber(1, 65_535, 3000).describe('port'),
	HOST: z.string().default('127.0.0.1').describe('address to listen on'),
	PUBLIC_URL: optional(origin()).describe('origin that users and partners see. Unset: `http://localhost:PORT`'),
	DATA_DIR: z.string().default('.data').describe('folder of the embedded database and generated secrets'),
	DATABASE_URL: optional(postgresUrl()).describe('your own PostgreSQL, 15 or newer. Unset: the embedded one'),
	DATABASE_OWNER_URL: optional(postgresUrl()).describe('the same database as the role that owns the tables'),
	DATABASE_POOL: wholeNumber(2, 500, 20).describe('connections per node'),
	POSTGRES_PROGRAMS: optional(z.string().startsWith('/', 'an absolute path')).describe(
		"folder of server programs (`/usr/lib/postgresql/17/bin`) for the database that the product runs itself; owned by root. Unset: Debian's newest in production, otherwise the bundled ones",
	),

	BACKUP_DIR: optional(z.string()).describe('[backup](operations.md#back-up) folder, best on another disk'),
	BACKUP_S3_ENDPOINT: optional(origin()).describe('origin of an S3-compatible service, instead of a folder'),
	BACKUP_S3_REGION: z.string().default('auto').describe('region'),
	BACKUP_S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "a bucket's name")).describe(
		'bucket',
	),
	BACKUP_S3_PREFIX: optional(
		z
			.string()
			.regex(/^[\w-]+(\/[\w-]+)*\/?$/, 'a path of letters, digits, - and _')
			.transform((text) => text.replace(/\/$/, '')),
	).describe('prefix of all object names'),
	BACKUP_S3_ACCESS_KEY_ID: optional(headerText()).describe('access key ID'),
	BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()).describe('secret access key'),
	BACKUP_KEEP: wholeNumber(1, 3_650, retentionDays('backups')).describe('nightly backups to keep'),
	BACKUP_ENCRYPT_TO: optional(z.string().regex(/^age1[a-z0-9]{20,4000}$/, 'a recipient of age, like age1...')).describe(
		'[age](https://age-encryption.org) recipient that backups are encrypted to',
	),

	SANDBOX: optional(onOff()).describe(
		'simulated partners, vendor and platform. Unset: on outside production. Refused with an https `PUBLIC_URL` or a public `HOST`',
	),
	SANDBOX_PORT: wholeNumber(1, 65_535, 3001).describe('port of the sandbox on loopback'),
	SANDBOX_SMTP_PORT: optional(numberBetween(1, 65_535)).describe(
		"port of the sandbox's mail server. Unset: `SANDBOX_PORT` + 1000",
	),

	APP_SECRET: optional(z.string()).describe(
		'32 or more random characters, the same on every node. The next four keys are derived from it unless they are set or stored in `DATA_DIR`. Production needs it or all four',
	),
	AUTH_SECRET: optional(z.string()).describe('signs sessions and tokens; 32 or more random characters'),
	MEMORY_KEY: optional(z.string()).describe(
		'keys the digests of [deleted accounts](identity.md#delete-an-account); 32 or more random characters',
	),
	SECRETS_KEY: optional(z.string()).describe(
		'encrypts the secrets of [offerwalls](offerwalls.md); 32 or more random characters',
	),
	PROOF_KEY: optional(z.string().regex(/^[\w-]{43}$/, '32 bytes as base64url')).describe(
		'signs [checkpoints and receipts](public-proof.md); 32 random bytes as base64url',
	),
	PUBLIC_PROOF: optional(onOff()).describe(
		'publishes checkpoints, account totals and log proofs. Unset: on with the sandbox',
	),
	PROOF_WITNESSES: witnesses().describe(
		'[witnesses](public-proof.md#witnesses) of checkpoints, one a line: `name+keyid+base64key URL`. Unset: those of the sandbox',
	),
	DELETED_ACCOUNT_MEMORY_DAYS: wholeNumber(0, 3_650, retentionDays('memory')).describe(
		'days to keep digests of deleted accounts; 0 keeps none',
	),
	ADMIN_EMAIL: optional(z.email({ pattern: emailPattern, error: 'an e-mail address' })).describe(
		'email of the first admin; alerts go there',
	),
	ADMIN_PASSWORD: optional(
		z
			.string()
			.min(PASSWORD_LENGTH_MIN, `at least ${PASSWORD_LENGTH_MIN} characters long`)
			.max(PASSWORD_LENGTH_MAX, `at most ${PASSWORD_LENGTH_MAX} characters long`),
	).describe('first password of that admin. Unset outside production: generated in `DATA_DIR/admin-password`'),
	REQUIRE_ADMIN_TOTP: onOff().default(false).describe('admins need an authenticator app; production requires `on`'),
	ALLOW_ADMIN_WITHOUT_TOTP: onOff().default(false).describe('lets production start with `REQUIRE_ADMIN_TOTP` off'),
	SIGN_UP: onOff().default(true).describe('allow new accounts'),
	COUNTRIES_NOT_SERVED: list(country()).describe(
		'countries (`NL,DE`) without sign-up and earning; withdrawals stay open. Production needs `NETWORK_TABLE` then',
	),
	NETWORK_TABLE: optional(z.string()).describe(
		'MMDB file with [countries](operations.md#country-data). Unset: countries are unknown',
	),
	HOSTING_NETWORKS_FILE: optional(z.string()).describe(
		'AS numbers, one a line, whose sign-ins are a fraud signal. Unset: the shipped list of hosting providers and VPNs',
	),
	SIGN_UPS_A_DAY: wholeNumber(0, 1_000_000, 100).describe(
		'sign-ups per network (IPv4 address or IPv6 /48) and day; later ones must confirm their email first. 0: unlimited',
	),
	VERIFIED_EMAIL_TO_WITHDRAW: optional(onOff()).describe('withdrawals need a confirmed email. Unset: on in production'),

	OFFERWALLS_FILE: optional(z.string()).describe(
		'[offerwalls](offerwalls.md#import-a-file) to import at each start. Unset: those of the sandbox',
	),
	PLATFORM_USERS_URL: optional(origin()).describe(
		"origin of the game platform's user API. Unset: the real one, or the sandbox",
	),
	PLATFORM_THUMBNAILS_URL: optional(origin()).describe('thumbnail API'),
	PLATFORM_GAMES_URL: optional(origin()).describe('games API'),
	PLATFORM_APIS_URL: optional(origin()).describe('other APIs'),

	PAYOUT_VENDOR: optional(oneOf('rbxcrate', 'rocheap', 'manual')).describe(
		'[vendor](payouts.md#choose-a-vendor): `rbxcrate`, `rocheap`, or `manual`. Required in production',
	),
	RBXCRATE_URL: optional(baseUrl()).describe("base URL of the vendor's API"),
	RBXCRATE_API_KEY: optional(headerText()).describe('API key'),
	ROCHEAP_URL: optional(baseUrl()).describe("base URL of the vendor's API"),
	ROCHEAP_API_KEY: optional(headerText()).describe('API key'),
	PAYOUT_TIMEOUT_MS: wholeNumber(100, 120_000, 15_000).describe('timeout of a call to the vendor'),
	PAYOUT_RECONCILE_MIN_MS: wholeNumber(10, 3_600_000, 5_000).describe(
		'first pause before an unclear payout is checked again',
	),
	PAYOUT_RECONCILE_MAX_MS: wholeNumber(10, 86_400_000, 300_000).describe('longest pause'),
	PAYOUT_USD_PER_THOUSAND: optional(
		z
			.string()
			.regex(/^\d{1,3}(\.\d{1,4})?$/, 'a number of $ like 4.5')
			.transform(Number),
	).describe('your cost of 1,000 R$ in $, for margins'),
	MARGIN_FLOOR_PERCENT: wholeNumber(0, 99, 0).describe(
		'lowest margin in percent that a rate or boost may leave; needs `PAYOUT_USD_PER_THOUSAND`',
	),
	OFFER_CLAIMS_MAX_PERCENT: wholeNumber(1, 100, 100).describe(
		'share of people with a claim above which an offer is hidden; 100: never',
	),
	OFFER_REVERSALS_MAX_PERCENT: wholeNumber(1, 100, 100).describe(
		'share of credited people with a reversal above which an offer is hidden; 100: never',
	),
	WITHDRAW_DAILY_CAP: optional(robux()).describe('R$ per user and day. Unset: the cap of the admin area'),
	STOCK_POLICY: oneOf('queue', 'refuse').default('queue').describe('`queue` or `refuse` withdrawals above the stock'),
	GAME_ACCOUNT_PROOF: oneOf('off', 'withdraw', 'always')
		.default('off')
		.describe('ownership proof of game accounts: `off`, `withdraw` or `always`'),
	GAME_ACCOUNT_PROOF_FROM: wholeNumber(0, 999_999_999, 0).describe('R$ from which a withdrawal needs it'),
	PAYOUT_REVIEW_HOURS: wholeNumber(1, 720, 24).describe(
		'hours that [screening](payouts.md#hold-suspicious-withdrawals) holds a withdrawal',
	),

	GOOGLE_CLIENT_ID: optional(z.string()).describe('Google sign-in. Unset: off, or the sandbox'),
	GOOGLE_CLIENT_SECRET: optional(z.string()).describe('client secret'),
	GOOGLE_APIS_URL: optional(origin()).describe('origin in place of `googleapis.com`, for `import-firebase`'),
	GOOGLE_ISSUER: optional(baseUrl()).describe('another OpenID provider'),
	FIREBASE_PROJECT_ID: optional(z.string().regex(/^[a-z][a-z0-9-]{3,29}$/, 'a project ID like my-site')).describe(
		'project whose ID tokens the installed app may send to calls of users, `GET /data/users/{uid}`, `/auth/token` and `/auth/age`',
	),
	FIREBASE_UNTIL: optional(z.iso.date('a day like 2027-06-30')).describe(
		'last day (UTC) of these tokens. Unset: no end',
	),
	FIREBASE_KEYS_URL: optional(baseUrl()).describe("where those tokens' keys (JWKS) are"),
	SMTP_URL: optional(serverUrl(/^smtps?:\/\/\S+$/, 'smtps://user:password@host')).describe(
		'mail server, `smtps://user:password@host`. Unset: the sandbox, or no mail',
	),
	MAIL_FROM: optional(
		z.string().regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'like Rewards <no-reply@example.com>'),
	).describe('sender of mails'),

	TRUSTED_PROXIES: list(
		z
			.string()
			.refine(
				(text) => PROXY_NAMES.has(text) || isAddressOrRange(text),
				'addresses or ranges like 10.0.0.0/8, or loopback, separated by commas',
			),
	).describe('proxies whose `X-Forwarded-For` counts: addresses, ranges, `loopback`'),
	CORS_ORIGINS: list(origin()).describe('other websites that may use the API'),
	IMAGE_ORIGINS: list(origin()).describe('other origins of images on pages'),
	OFFER_PICTURE_ORIGINS: list(origin()).describe('origins of offer pictures that need not be public https'),
	RATE_LIMITS: onOff().default(true).describe('off disables every limit, for load tests; refused in production'),
	ROLE: oneOf('all', 'web', 'worker')
		.default('all')
		.describe('`web` serves requests, `worker` runs jobs and payouts, `all` does both'),
	ALERT_URLS: channels(
		readChannels,
		'addresses with spaces between: discord:, slack:, ntfy:, telegram:TOKEN@CHAT or https://',
	).describe('[channels](operations.md#alerts) for alerts, separated by spaces; secret'),
	METRICS_TOKEN: optional(headerText()).describe('bearer token that `/metrics` then always requires'),
	LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
		.default('info')
		.describe('lowest level that is logged'),

	LANGUAGES: parsed(
		(text) => readLanguages(text) ?? `some of ${languageNames}, separated by commas`,
		DEFAULT_LANGUAGES,
	).describe(
		`[languages](texts.md#add-a-language) of pages and mails: ${languageNames}. The first is the default; English is always offered`,
	),
	BRANDING_FILE: optional(z.string()).describe(
		'names, colours and logo in [one file](operations.md#brand-the-site), imported at the start',
	),
	BRAND_FIRST: z.string().default(defaultBranding.brandFirst).describe('first part of the logo'),
	BRAND_SECOND: z.string().default(defaultBranding.brandSecond).describe('second part'),
	PLATFORM_NAME: z.string().default(defaultBranding.platformName).describe('name of the game platform'),
	CURRENCY_NAME: z.string().default(defaultBranding.currencyName).describe('name of its currency'),
	CURRENCY_SIGN: z.string().default(defaultBranding.currencySign).describe('sign after amounts'),
	LEGAL_CONTACT: z.string().default(defaultBranding.legalContact).describe('contact on legal pages and in refusals'),
	COMMUNITY_CHAT_URL: webAddress().default(defaultBranding.communityChatUrl).describe('help link'),
	GAME_CREATION_URL: optional(webAddress()).describe(
		'page where users create game passes. Unset: the real one, or the sandbox',
	),
	ADMIN_BANNER: z.string().default(defaultAdminBanner).describe('fixed text on the dashboard'),
};

export const areaSettings = {
	ALERT_URLS: channels(
		readPublicChannels,
		'public https addresses with spaces between: discord:, slack:, ntfy:, telegram:TOKEN@CHAT or https://',
	),
	APPROVAL_LIMIT: optional(robux()),
	COLOURS: parsed(readColours),
	LOGO: optional(z.string().regex(/^data:;base64,/, 'empty, or the logo of BRANDING_FILE')),
	CANNED_ANSWERS: z
		.string()
		.default(defaultCannedAnswers)
		.refine(
			(text) => readCannedAnswers(text) !== undefined,
			'templates of three lines (name, English, German) with empty lines between',
		),
};

export const settingOf = {
	brandFirst: 'BRAND_FIRST',
	brandSecond: 'BRAND_SECOND',
	platformName: 'PLATFORM_NAME',
	currencyName: 'CURRENCY_NAME',
	currencySign: 'CURRENCY_SIGN',
	legalContact: 'LEGAL_CONTACT',
	communityChatUrl: 'COMMUNITY_CHAT_URL',
	gameCreationUrl: 'GAME_CREATION_URL',
	adminBanner: 'ADMIN_BANNER',
} as const satisfies Record<string, SettingName>;
export type Word = keyof typeof settingOf;

export const testSettings: readonly SettingName[] = [
	'PLATFORM_USERS_URL',
	'PLATFORM_THUMBNAILS_URL',
	'PLATFORM_GAMES_URL',
	'PLATFORM_APIS_URL',
	'RBXCRATE_URL',
	'ROCHEAP_URL',
	'GOOGLE_APIS_URL',
	'GOOGLE_ISSUER',
	'FIREBASE_KEYS_URL',
	'SANDBOX_SMTP_PORT',
	'RATE_LIMITS',
	'OFFER_PICTURE_ORIGINS',
	'IMAGE_ORIGINS',
	'PAYOUT_TIMEOUT_MS',
	'PAYOUT_RECONCILE_MIN_MS',
	'PAYOUT_RECONCILE_MAX_MS',
];

type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };

/** Empty and invalid settings become undefined. */
export function readSettings(env: NodeJS.ProcessEnv): { values: Partial<Settings>; problems: string[] } {
	const problems: string[] = [];
	const values: Record<string, unknown> = {};
	for (const [name, schema] of Object.entries(settings)) {
		const parsed = schema.safeParse(env[name]?.trim() || undefined);
		if (parsed.success) values[name] = parsed.data;
		else problems.push(`${name} must be ${parsed.error.issues[0]?.message}`);
	}
	return { values: values as Partial<Settings>, problems };
}

function optional<Schema extends z.ZodType>(schema: Schema) {
	return schema.optional();
}

function wholeNumber(min: number, max: number, fallback: number) {
	return numberBetween(min, max).default(fallback);
}

function robux() {
	return z
		.string()
		.regex(/^\d{1,9}$/, 'a whole number of R$')
		.transform((text) => asRobuxCents(Number(text) * 100));
}

function parsed<Value extends object>(read: (text: string) => Value | string, unset = '') {
	return z
		.string()
		.default(unset)
		.transform((text, context) => {
			const value = read(text);
			if (typeof value !== 'string') return value;
			context.addIssue(value);
			return z.NEVER;
		});
}

function channels(read: (text: string) => Channel[] | undefined, form: string) {
	return parsed((text) => read(text) ?? form);
}

function numberBetween(min: number, max: number) {
	const message = `a whole number from ${min} to ${max}`;
	return z
		.string()
		.regex(/^\d{1,9}$/, message)
		.transform(Number)
		.refine((value) => value >= min && value <= max, message);
}

function onOff() {
	return z.enum(['on', 'off', 'true', 'false', '1', '0'], 'on or off').transform((text) => /^(on|true|1)$/.test(text));
}

function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
	return z.enum(values, `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);
}

function list<Schema extends z.ZodType<string, string>>(item: Schema) {
	return z
		.string()
		.default('')
		.transform((text) => text.split(',').map((part) => part.trim()))
		.transform((parts) => parts.filter((part) => part !== ''))
		.pipe(z.array(item));
}

/** Refuses codes that ISO 3166 does not assign, because they would block no country. */
function country() {
	return z.string().refine((text) => {
		if (!/^[A-Z]{2}$/.test(text) || new Intl.Locale(`und-${text}`).region !== text) return false;
		return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text) !== undefined;
	}, 'countries as two capital letters of ISO 3166 like GB, separated by commas');
}

function witnesses() {
	const schema = z.string().transform((text, context) => {
		const lines = text.split(/\s*[\n,]\s*/).filter((line) => line !== '');
		const read = lines.flatMap((line) => readWitness(line) ?? []);
		if (read.length === lines.length) return read;
		context.addIssue('lines like `name+keyid+base64key URL`, with an Ed25519 cosignature key');
		return z.NEVER;
	});
	return optional(schema);
}

function origin() {
	return z.string().transform((text, context) => {
		const url = URL.parse(text);
		if (isWeb(url) && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin;
		context.addIssue('an address like https://example.com, without a path');
		return z.NEVER;
	});
}

function baseUrl() {
	return z.string().transform((text, context) => {
		const url = URL.parse(text);
		if (isWeb(url) && !url.search && !url.hash) return text.replace(/\/+$/, '');
		context.addIssue('an address like https://example.com/api');
		return z.NEVER;
	});
}

function webAddress() {
	return z.string().refine((text) => isWeb(URL.parse(text)), 'a web address like https://example.com/page');
}

function isWeb(url: URL | null): url is URL {
	return url?.protocol === 'https:' || url?.protocol === 'http:';
}

function headerText() {
	return z.string().regex(/^[!-~]+$/, 'letters, digits and signs of ASCII without spaces');
}

function postgresUrl() {
	return serverUrl(/^postgres(ql)?:\/\/\S+$/, 'postgres://user:password@host:5432/database');
}

/** PostgreSQL's URLs need no host. */
function serverUrl(form: RegExp, example: string) {
	const isServer = (text: string) => form.test(text) && URL.canParse(text.replace('@/', '@host/'));
	return z.string().refine(isServer, `an address like ${example}; write # and / in the password as %23 and %2F`);
}
