import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultAdminBanner } from '../contract/admin-banner.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../contract/limits.ts';
import { asRobuxCents } from '../contract/money.ts';
import { defaultWords } from '../contract/words.ts';

/** What the server knows some ranges by. */
const PROXY_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * What each environment variable may hold and what it is when unset. A setting without a default is `undefined` then;
 * `config.ts` decides what that means. Messages complete the sentence "PORT must be ...".
 */
const settings = {
	NODE_ENV: optional(z.string()),
	PORT: wholeNumber(1, 65_535, 3000),
	HOST: z.string().default('127.0.0.1'),
	PUBLIC_URL: optional(origin()),
	DATA_DIR: z.string().default('.data'),
	DATABASE_URL: optional(postgresUrl()),
	DATABASE_OWNER_URL: optional(postgresUrl()),
	DATABASE_POOL: wholeNumber(2, 500, 20),

	SANDBOX: optional(onOff()),
	SANDBOX_PORT: wholeNumber(1, 65_535, 3001),
	SANDBOX_SMTP_PORT: optionalPort(),

	AUTH_SECRET: optional(z.string()),
	ADMIN_EMAIL: optional(z.email('an e-mail address')),
	ADMIN_PASSWORD: optional(
		z
			.string()
			.min(PASSWORD_LENGTH_MIN, `at least ${PASSWORD_LENGTH_MIN} characters long`)
			.max(PASSWORD_LENGTH_MAX, `at most ${PASSWORD_LENGTH_MAX} characters long`),
	),
	REQUIRE_ADMIN_TOTP: onOff().default(false),
	SIGN_UP: onOff().default(true),
	VERIFIED_EMAIL_TO_WITHDRAW: optional(onOff()),

	OFFERWALLS_FILE: optional(z.string()),
	PLATFORM_USERS_URL: optional(origin()),
	PLATFORM_THUMBNAILS_URL: optional(origin()),
	PLATFORM_GAMES_URL: optional(origin()),
	PLATFORM_APIS_URL: optional(origin()),

	PAYOUT_VENDOR: optional(oneOf('rbxcrate', 'rocheap', 'manual')),
	RBXCRATE_URL: optional(baseUrl()),
	RBXCRATE_API_KEY: optional(z.string()),
	ROCHEAP_URL: optional(baseUrl()),
	ROCHEAP_API_KEY: optional(z.string()),
	PAYOUT_TIMEOUT_MS: wholeNumber(100, 120_000, 15_000),
	PAYOUT_RECONCILE_MIN_MS: wholeNumber(10, 3_600_000, 5_000),
	PAYOUT_RECONCILE_MAX_MS: wholeNumber(10, 86_400_000, 300_000),
	PAYOUT_USD_PER_THOUSAND: optional(
		z
			.string()
			.regex(/^\d{1,3}(\.\d{1,4})?$/, 'a number of $ like 4.5')
			.transform(Number),
	),
	WITHDRAW_DAILY_CAP: optional(
		z
			.string()
			.regex(/^\d{1,9}$/, 'a whole number of R$')
			.transform((text) => asRobuxCents(Number(text) * 100)),
	),
	STOCK_POLICY: oneOf('queue', 'refuse').default('queue'),

	GOOGLE_CLIENT_ID: optional(z.string()),
	GOOGLE_CLIENT_SECRET: optional(z.string()),
	GOOGLE_ISSUER: optional(baseUrl()),
	SMTP_URL: optional(z.string().regex(/^smtps?:\/\/\S+$/, 'an address like smtps://user:password@host')),
	MAIL_FROM: optional(z.string()),

	TRUSTED_PROXIES: list(
		z
			.string()
			.refine(
				(text) => PROXY_NAMES.has(text) || isAddressOrRange(text),
				'addresses or ranges like 10.0.0.0/8, or loopback, separated by commas',
			),
	),
	CORS_ORIGINS: list(origin()),
	IMAGE_ORIGINS: list(origin()),
	RATE_LIMITS: onOff().default(true),
	ROLE: oneOf('all', 'web', 'worker').default('all'),
	METRICS_TOKEN: optional(z.string()),
	LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),

	BRAND_FIRST: z.string().default(defaultWords.brandFirst),
	BRAND_SECOND: z.string().default(defaultWords.brandSecond),
	PLATFORM_NAME: z.string().default(defaultWords.platformName),
	CURRENCY_NAME: z.string().default(defaultWords.currencyName),
	CURRENCY_SIGN: z.string().default(defaultWords.currencySign),
	LEGAL_CONTACT: z.string().default(defaultWords.legalContact),
	COMMUNITY_CHAT_URL: webAddress().default(defaultWords.communityChatUrl),
	GAME_CREATION_URL: optional(webAddress()),
	ADMIN_BANNER: z.string().default(defaultAdminBanner),
};

type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };

/**
 * Reads every setting; one that is empty counts as unset.
 * @returns the values, those with a problem as undefined, and one line for each problem.
 */
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
	const message = `a whole number from ${min} to ${max}`;
	return z
		.string()
		.regex(/^\d{1,9}$/, message)
		.transform(Number)
		.refine((value) => value >= min && value <= max, message)
		.default(fallback);
}

function optionalPort() {
	const message = 'a whole number from 1 to 65535';
	return z
		.string()
		.regex(/^\d{1,5}$/, message)
		.transform(Number)
		.refine((value) => value >= 1 && value <= 65_535, message)
		.optional();
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
