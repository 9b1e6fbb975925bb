import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultAdminBanner } from '../../contract/admin/banner.ts';
import { defaultBranding } from '../../contract/branding.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../../contract/limits.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { keptDays } from '../../contract/site/retention.ts';
import { readChannels } from '../operations/alerts/channel.ts';

const PROXY_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** A setting without a default is `undefined` when unset. Messages complete the sentence "PORT must be ...". */
export const settings = {
	NODE_ENV: optional(oneOf('development', 'test', 'production')).describe(
		'`production`: nothing is played or generated, and everything missing or weak stops the start',
	),
	PORT: wholeNumber(1, 65_535, 3000).describe('where it listens'),
	HOST: z.string().default('127.0.0.1').describe('the address it listens on'),
	PUBLIC_URL: optional(origin()).describe(
		'its origin as people and partners see it; signatures over whole addresses are checked against it. Unset: `http://localhost:PORT`',
	),
	DATA_DIR: z.string().default('.data').describe('the embedded database and generated secrets'),
	DATABASE_URL: optional(postgresUrl()).describe('your own PostgreSQL 15 or newer. Unset: an embedded one'),
	DATABASE_OWNER_URL: optional(postgresUrl()).describe('who migrates it, where that is not the application'),
	DATABASE_POOL: wholeNumber(2, 500, 20).describe('connections of a node'),

	BACKUP_DIR: optional(z.string()).describe(
		'a folder, best on another disk, that everything is backed up to ([operations](operations.md)). Unset: nothing is, unless it goes to a bucket',
	),
	BACKUP_S3_ENDPOINT: optional(origin()).describe('an S3-compatible bucket instead: its address, without the bucket'),
	BACKUP_S3_REGION: z.string().default('auto').describe('its region'),
	BACKUP_S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "a bucket's name")).describe(
		'its name',
	),
	BACKUP_S3_PREFIX: optional(
		z
			.string()
			.regex(/^[\w-]+(\/[\w-]+)*\/?$/, 'a path of letters, digits, - and _')
			.transform((text) => text.replace(/\/$/, '')),
	).describe('what every name in it begins with'),
	BACKUP_S3_ACCESS_KEY_ID: optional(z.string()).describe('who may write there'),
	BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()).describe('goes with it'),
	BACKUP_KEEP: wholeNumber(1, 3_650, keptDays('backups')).describe(
		'how many nightly backups are kept, with all changes since the oldest',
	),
	BACKUP_ENCRYPT_TO: optional(z.string().regex(/^age1[a-z0-9]{20,4000}$/, 'a recipient of age, like age1...')).describe(
		'encrypts backups to this recipient of [age](https://age-encryption.org); its identity is kept elsewhere',
	),

	SANDBOX: optional(onOff()).describe(
		'the played world outside. Unset: on, unless in production. Refused where strangers come: with an https `PUBLIC_URL` or a `HOST` that is no private address',
	),
	SANDBOX_PORT: wholeNumber(1, 65_535, 3001).describe('where the sandbox listens, on loopback only'),
	SANDBOX_SMTP_PORT: optional(numberBetween(1, 65_535)).describe(
		'where its mail server listens. Unset: `SANDBOX_PORT` + 1000',
	),

	APP_SECRET: optional(z.string()).describe(
		'32 or more random characters, the same on every node. The four keys below are derived from it unless they are set or already stored in `DATA_DIR`. Unset: generated, but not in production',
	),
	AUTH_SECRET: optional(z.string()).describe('signs sessions and tokens; 32 or more random characters'),
	MEMORY_KEY: optional(z.string()).describe(
		'keys the digests that are stored of deleted accounts; 32 or more random characters',
	),
	SECRETS_KEY: optional(z.string()).describe(
		'encrypts the secrets of offerwalls in the database ([offerwalls](offerwalls.md)); 32 or more random characters',
	),
	PROOF_KEY: optional(z.string()).describe(
		'signs checkpoints and receipts ([public proof](public-proof.md)); 32 random bytes as base64url',
	),
	PUBLIC_PROOF: optional(onOff()).describe(
		'anybody can read checkpoints, with the totals of every account, and the proofs of the log. Receipts and proofs for oneself work either way. Unset: on with the sandbox',
	),
	DELETED_ACCOUNT_MEMORY_DAYS: wholeNumber(0, 3_650, keptDays('memory')).describe(
		"how long keyed digests of a deleted account's confirmed address and paid game accounts are kept; 0 keeps none",
	),
	ADMIN_EMAIL: optional(z.email('an e-mail address')).describe('the first admin, created once'),
	ADMIN_PASSWORD: optional(
		z
			.string()
			.min(PASSWORD_LENGTH_MIN, `at least ${PASSWORD_LENGTH_MIN} characters long`)
			.max(PASSWORD_LENGTH_MAX, `at most ${PASSWORD_LENGTH_MAX} characters long`),
	).describe(
		'their first password. Unset: generated, printed and kept in `DATA_DIR/admin-password`, but not in production',
	),
	REQUIRE_ADMIN_TOTP: onOff().default(false).describe('admins need an authenticator app; production wants it on'),
	ALLOW_ADMIN_WITHOUT_TOTP: onOff().default(false).describe('lets production start without that'),
	SIGN_UP: onOff().default(true).describe('anybody can make an account'),
	COUNTRIES_NOT_SERVED: list(country()).describe(
		'where nobody can make an account or earn, by the country of their address: two letters each, like `NL,DE`. Who has a balance withdraws it from anywhere',
	),
	SIGN_UPS_A_DAY: wholeNumber(0, 1_000_000, 100).describe(
		'accounts of an IPv4 address or IPv6 /48 in a day; whoever comes after them confirms their e-mail before anything else. 0: any number',
	),
	VERIFIED_EMAIL_TO_WITHDRAW: optional(onOff()).describe(
		'an unconfirmed address may earn but not withdraw. Unset: on in production only',
	),

	OFFERWALLS_FILE: optional(z.string()).describe(
		"partners' walls with their secrets ([offerwalls](offerwalls.md)), beside those of the admin area. Unset: the sandbox's walls",
	),
	PLATFORM_USERS_URL: optional(origin()).describe(
		"the game platform's users, an origin. Unset: the real one, or the sandbox's",
	),
	PLATFORM_THUMBNAILS_URL: optional(origin()).describe('its pictures'),
	PLATFORM_GAMES_URL: optional(origin()).describe('its games'),
	PLATFORM_APIS_URL: optional(origin()).describe('its other interfaces'),

	PAYOUT_VENDOR: optional(oneOf('rbxcrate', 'rocheap', 'manual')).describe(
		'who pays: a vendor, or `manual`, a work list for a person. Required in production',
	),
	RBXCRATE_URL: optional(baseUrl()).describe('its interface, with path'),
	RBXCRATE_API_KEY: optional(z.string()).describe('its key'),
	ROCHEAP_URL: optional(baseUrl()).describe('its interface, with path'),
	ROCHEAP_API_KEY: optional(z.string()).describe('its key'),
	PAYOUT_TIMEOUT_MS: wholeNumber(100, 120_000, 15_000).describe('how long a call to the vendor may take'),
	PAYOUT_RECONCILE_MIN_MS: wholeNumber(10, 3_600_000, 5_000).describe(
		'the first pause before an unclear payout is asked about',
	),
	PAYOUT_RECONCILE_MAX_MS: wholeNumber(10, 86_400_000, 300_000).describe('the longest pause'),
	PAYOUT_USD_PER_THOUSAND: optional(
		z
			.string()
			.regex(/^\d{1,3}(\.\d{1,4})?$/, 'a number of $ like 4.5')
			.transform(Number),
	).describe('what 1000 R$ cost you, in $; margins are reckoned with it'),
	MARGIN_FLOOR_PERCENT: wholeNumber(0, 99, 0).describe(
		'the least of what partners pay that has to be left to you, in percent, after what people get is paid out: rates and boosts that leave less are refused. Reckoned where `PAYOUT_USD_PER_THOUSAND` is set',
	),
	WITHDRAW_DAILY_CAP: optional(
		z
			.string()
			.regex(/^\d{1,9}$/, 'a whole number of R$')
			.transform((text) => asRobuxCents(Number(text) * 100)),
	).describe('R$ a user and day. Unset: as the admin area says, in production 3,000 at first'),
	STOCK_POLICY: oneOf('queue', 'refuse').default('queue').describe('what becomes of a withdrawal above the stock'),
	GAME_ACCOUNT_PROOF: oneOf('off', 'withdraw', 'always')
		.default('off')
		.describe(
			'who has to show that a game account is theirs: nobody, whoever withdraws, or whoever links one. In any case whoever shows it takes the account over',
		),
	GAME_ACCOUNT_PROOF_FROM: wholeNumber(0, 999_999_999, 0).describe('R$ from which on a withdrawal asks for that'),
	PAYOUT_REVIEW_HOURS: wholeNumber(1, 720, 24).describe(
		'how long a withdrawal is held that looks like fraud ([payouts](payouts.md)), unless a person decides before',
	),

	GOOGLE_CLIENT_ID: optional(z.string()).describe("sign-in with Google. Unset: off, or the sandbox's"),
	GOOGLE_CLIENT_SECRET: optional(z.string()).describe('goes with it'),
	GOOGLE_ISSUER: optional(baseUrl()).describe('another OpenID provider in its place'),
	SMTP_URL: optional(z.string().regex(/^smtps?:\/\/\S+$/, 'an address like smtps://user:password@host')).describe(
		"how mails leave. Unset: the sandbox's mailbox, or none",
	),
	MAIL_FROM: optional(z.string()).describe('who they are from'),

	TRUSTED_PROXIES: list(
		z
			.string()
			.refine(
				(text) => PROXY_NAMES.has(text) || isAddressOrRange(text),
				'addresses or ranges like 10.0.0.0/8, or loopback, separated by commas',
			),
	).describe('whose `X-Forwarded-For` counts: addresses, ranges, `loopback`'),
	CORS_ORIGINS: list(origin()).describe('which other websites may use the interfaces'),
	IMAGE_ORIGINS: list(origin()).describe("where pictures come from, beside the site's own"),
	OFFER_PICTURE_ORIGINS: list(origin()).describe(
		"where offers' pictures may be fetched although it is no public address on https; the sandbox's own, while it is on, is one",
	),
	RATE_LIMITS: onOff()
		.default(true)
		.describe(
			'off, for load tests only, switches every limit off, the delay after wrong passwords included; refused in production',
		),
	ROLE: oneOf('all', 'web', 'worker').default('all').describe('requests, jobs, or both'),
	ALERT_URLS: z
		.string()
		.default('')
		.transform((text, context) => {
			const channels = readChannels(text);
			if (channels) return channels;
			context.addIssue('addresses with spaces between: discord:, slack:, ntfy:, telegram:TOKEN@CHAT or https://');
			return z.NEVER;
		})
		.describe(
			'where alerts go beside mail ([operations](operations.md#alerts)), spaces between: `discord:ID/TOKEN`, `slack:T/B/TOKEN`, `ntfy:TOPIC`, `telegram:TOKEN@CHAT`, `https://HOST/...`. Secret',
		),
	METRICS_TOKEN: optional(z.string()).describe('lets another machine read `/metrics`; this one may in any case'),
	LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
		.default('info')
		.describe('what is logged'),

	BRANDING_FILE: optional(z.string()).describe(
		'names, colours and logo of the site in one file ([operations](operations.md#branding)); a setting of these wins',
	),
	BRAND_FIRST: z.string().default(defaultBranding.brandFirst).describe('the first part of the logo'),
	BRAND_SECOND: z.string().default(defaultBranding.brandSecond).describe('the second part'),
	PLATFORM_NAME: z.string().default(defaultBranding.platformName).describe('the game platform in texts'),
	CURRENCY_NAME: z.string().default(defaultBranding.currencyName).describe('its currency in texts'),
	CURRENCY_SIGN: z.string().default(defaultBranding.currencySign).describe('the sign after amounts'),
	LEGAL_CONTACT: z.string().default(defaultBranding.legalContact).describe('whom legal pages and refusals name'),
	COMMUNITY_CHAT_URL: webAddress().default(defaultBranding.communityChatUrl).describe('the help link'),
	GAME_CREATION_URL: optional(webAddress()).describe(
		"where people make game passes. Unset: the real page, or the sandbox's",
	),
	ADMIN_BANNER: z.string().default(defaultAdminBanner).describe("the dashboard's fixed text"),
};

/** Names, colours and links: `BRANDING_FILE` has them all, and a variable of one of these names wins over it. */
export const brandingNames: readonly SettingName[] = [
	'BRAND_FIRST',
	'BRAND_SECOND',
	'PLATFORM_NAME',
	'CURRENCY_NAME',
	'CURRENCY_SIGN',
	'LEGAL_CONTACT',
	'COMMUNITY_CHAT_URL',
	'GAME_CREATION_URL',
	'ADMIN_BANNER',
];

/** Settings that only tests and the sandbox need. */
export const testSettings: readonly SettingName[] = [
	'PLATFORM_USERS_URL',
	'PLATFORM_THUMBNAILS_URL',
	'PLATFORM_GAMES_URL',
	'PLATFORM_APIS_URL',
	'RBXCRATE_URL',
	'ROCHEAP_URL',
	'GOOGLE_ISSUER',
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

/** @returns one that is empty or has a problem as undefined, and one line for each problem. */
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

/** Two letters of ISO 3166; what is no country, or said otherwise there, would let people in who are not served. */
function country() {
	return z.string().refine((text) => {
		if (!/^[A-Z]{2}$/.test(text) || new Intl.Locale(`und-${text}`).region !== text) return false;
		return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(text) !== undefined;
	}, 'countries as two capital letters of ISO 3166 like GB, separated by commas');
}

/** An origin, written with or without a slash at the end; kept without. */
function origin() {
	return z.string().transform((text, context) => {
		const url = URL.parse(text);
		if (url && isWeb(url) && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin;
		context.addIssue('an address like https://example.com, without a path');
		return z.NEVER;
	});
}

/** An address that paths are appended to; kept without a slash at the end. */
function baseUrl() {
	return z.string().transform((text, context) => {
		const url = URL.parse(text);
		if (url && isWeb(url) && !url.search && !url.hash) return text.replace(/\/+$/, '');
		context.addIssue('an address like https://example.com/api');
		return z.NEVER;
	});
}

function webAddress() {
	return z.string().refine((text) => {
		const url = URL.parse(text);
		return url !== null && isWeb(url);
	}, 'a web address like https://example.com/page');
}

function isWeb(url: URL): boolean {
	return url.protocol === 'https:' || url.protocol === 'http:';
}

function postgresUrl() {
	return z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'an address like postgres://user:password@host:5432/database');
}

function isAddressOrRange(text: string): boolean {
	const [address = '', bits, ...rest] = text.split('/');
	const version = isIP(address);
	if (version === 0 || rest.length > 0) return false;
	return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
