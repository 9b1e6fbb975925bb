import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { guessingScore, isGuessedFirst } from '../accounts/passwords/password-policy.ts';
import { inRanges, privateRanges, withoutBrackets } from '../lib/http/addresses.ts';
import { addressProblem } from '../lib/http/outbound.ts';
import { weaknessOf } from '../lib/secrets/weak-secret.ts';
import type { Settings } from './settings.ts';

const ADMIN_PASSWORD_LENGTH_MIN = 12;
const ADMIN_PASSWORD_SCORE_MIN = 3;
const SECRETS = { APP_SECRET: 32, AUTH_SECRET: 32, SECRETS_KEY: 32, PROOF_KEY: 32, MEMORY_KEY: 32, METRICS_TOKEN: 16 };
const PLATFORM = ['PLATFORM_USERS_URL', 'PLATFORM_THUMBNAILS_URL', 'PLATFORM_GAMES_URL', 'PLATFORM_APIS_URL'] as const;
const RANGES_MAX = 4;
/** Prefix length of the largest block of one network. A wider range would trust strangers. */
const WIDEST_RANGE = { ipv4: 8, ipv6: 16 };

export function contradictions(values: Partial<Settings>): string[] {
	const problems: string[] = [];
	const sandboxOn = values.SANDBOX ?? values.NODE_ENV !== 'production';
	if (sandboxOn && values.PORT !== undefined && values.PORT === values.SANDBOX_PORT) {
		problems.push('PORT and SANDBOX_PORT must differ');
	}
	if (sandboxOn && values.PUBLIC_URL?.startsWith('https:')) {
		problems.push('SANDBOX must be off on a public site (PUBLIC_URL is https), because it creates fake money');
	}
	if (sandboxOn && values.HOST !== undefined && isPublicHost(values.HOST)) {
		problems.push('SANDBOX must be off on a public HOST, because it creates fake money');
	}
	if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) problems.push('DATABASE_OWNER_URL requires DATABASE_URL');
	if (values.PROOF_WITNESSES && !(values.PUBLIC_PROOF ?? sandboxOn)) {
		problems.push('PROOF_WITNESSES requires PUBLIC_PROOF, because witnesses sign published checkpoints');
	}
	problems.push(...unclearBackups(values));
	if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
		problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
	}
	if ((values.PAYOUT_RECONCILE_MIN_MS ?? 0) > (values.PAYOUT_RECONCILE_MAX_MS ?? Number.POSITIVE_INFINITY)) {
		problems.push('PAYOUT_RECONCILE_MIN_MS must not exceed PAYOUT_RECONCILE_MAX_MS');
	}
	for (const name of ['RBXCRATE', 'ROCHEAP'] as const) {
		const isFake = sandboxOn && !values[`${name}_URL`];
		if (values.PAYOUT_VENDOR === name.toLowerCase() && !values[`${name}_API_KEY`] && !isFake) {
			problems.push(`${name}_API_KEY is missing`);
		}
	}
	return problems;
}

const BUCKET = [
	'BACKUP_S3_ENDPOINT',
	'BACKUP_S3_BUCKET',
	'BACKUP_S3_ACCESS_KEY_ID',
	'BACKUP_S3_SECRET_ACCESS_KEY',
] as const;

function unclearBackups(values: Partial<Settings>): string[] {
	const given = BUCKET.filter((name) => values[name]);
	const problems: string[] = [];
	if (given.length > 0 && given.length < BUCKET.length) problems.push(`${BUCKET.join(', ')} must be set together`);
	if (values.BACKUP_DIR && given.length > 0) problems.push('BACKUP_DIR and BACKUP_S3_BUCKET cannot both be set');
	if (values.DATABASE_URL && (values.BACKUP_DIR || given.length > 0)) {
		problems.push(
			'BACKUP_DIR and BACKUP_S3_BUCKET only work with the embedded database; back up DATABASE_URL where it runs (pg_basebackup and WAL archiving)',
		);
	}
	return problems;
}

export function productionProblems(values: Partial<Settings>, env: NodeJS.ProcessEnv): string[] {
	const problems = [...weakSecrets(env), ...sharedSecrets(env), ...weakStaff(values), ...openToOthers(values)];
	if (values.SANDBOX) problems.push('SANDBOX cannot be on in production');
	for (const name of ['GOOGLE_APIS_URL', 'FIREBASE_KEYS_URL'] as const) {
		if (values[name]) problems.push(`${name} is for tests and cannot be set in production`);
	}
	for (const { name, url } of values.PROOF_WITNESSES ?? []) {
		const problem = addressProblem(url);
		if (problem) problems.push(`PROOF_WITNESSES: the URL of ${name} ${problem}`);
	}
	if (values.RATE_LIMITS === false) problems.push('RATE_LIMITS cannot be off in production');
	if (
		!values.APP_SECRET &&
		keyNames.some((name) => !values[name] && !isKeyStored(resolve(values.DATA_DIR ?? ''), name))
	) {
		problems.push('APP_SECRET is missing (set at least 32 random characters, the same on every node)');
	}
	if (values.COUNTRIES_NOT_SERVED?.length && !values.NETWORK_TABLE) {
		problems.push('COUNTRIES_NOT_SERVED needs NETWORK_TABLE, because without it every country is unknown and served');
	}
	if (!values.ADMIN_EMAIL) problems.push('ADMIN_EMAIL is missing');
	if (!values.PAYOUT_VENDOR) problems.push('PAYOUT_VENDOR is missing');
	if (!values.SMTP_URL && values.VERIFIED_EMAIL_TO_WITHDRAW !== false) {
		problems.push("SMTP_URL is missing, so users can't confirm their address (or set VERIFIED_EMAIL_TO_WITHDRAW=off)");
	}
	if (values.SMTP_URL && !values.MAIL_FROM) problems.push('MAIL_FROM is missing');
	return problems;
}

function weakSecrets(env: NodeJS.ProcessEnv): string[] {
	return Object.entries(SECRETS).flatMap(([name, lengthMin]) => {
		const secret = env[name]?.trim();
		if (!secret) return [];
		const problem = secret.length < lengthMin ? `it has fewer than ${lengthMin} characters` : weaknessOf(secret);
		return problem ? [`${name} is weak because ${problem} (use at least ${lengthMin} random characters)`] : [];
	});
}

function sharedSecrets(env: NodeJS.ProcessEnv): string[] {
	const names = [...Object.keys(SECRETS), 'ADMIN_PASSWORD', 'RBXCRATE_API_KEY', 'ROCHEAP_API_KEY'];
	const given = names.filter((name) => env[name]?.trim());
	const byValue = Map.groupBy(given, (name) => env[name]?.trim());
	return [...byValue.values()].filter((same) => same.length > 1).map((same) => `${same.join(' and ')} must differ`);
}

function weakStaff(values: Partial<Settings>): string[] {
	const { ADMIN_PASSWORD: password, ADMIN_EMAIL: email = '' } = values;
	const brand = `${values.BRAND_FIRST}${values.BRAND_SECOND}`;
	const problems: string[] = [];
	if (!password) problems.push('ADMIN_PASSWORD is missing');
	else if (password.length < ADMIN_PASSWORD_LENGTH_MIN || new Set(password).size < ADMIN_PASSWORD_LENGTH_MIN / 2) {
		problems.push(`ADMIN_PASSWORD is weak (use at least ${ADMIN_PASSWORD_LENGTH_MIN} varied characters)`);
	} else if (isGuessedFirst(password, { email, brand })) {
		problems.push('ADMIN_PASSWORD is too common (choose another one)');
	} else if (guessingScore(password, knownWords(values)) < ADMIN_PASSWORD_SCORE_MIN) {
		problems.push('ADMIN_PASSWORD is easy to guess (choose another one)');
	}
	if (values.REQUIRE_ADMIN_TOTP === false && values.ALLOW_ADMIN_WITHOUT_TOTP === false) {
		problems.push(
			'REQUIRE_ADMIN_TOTP must be on, or a password alone opens the admin area (or set ALLOW_ADMIN_WITHOUT_TOTP=on)',
		);
	}
	return problems;
}

function knownWords({ ADMIN_EMAIL, BRAND_FIRST, BRAND_SECOND, PLATFORM_NAME, CURRENCY_NAME }: Partial<Settings>) {
	const brand = [`${BRAND_FIRST}${BRAND_SECOND}`, BRAND_FIRST, BRAND_SECOND];
	const words = [...brand, PLATFORM_NAME, CURRENCY_NAME, ADMIN_EMAIL, ...(ADMIN_EMAIL ?? '').split(/[@.]/)];
	return words.filter((word) => word) as string[];
}

function openToOthers(values: Partial<Settings>): string[] {
	const problems: string[] = [];
	if (!values.PUBLIC_URL) problems.push('PUBLIC_URL is missing');
	else if (!values.PUBLIC_URL.startsWith('https:')) {
		problems.push('PUBLIC_URL must use https, or sign-in cookies are sent unencrypted');
	}
	for (const name of ['RBXCRATE_URL', 'ROCHEAP_URL'] as const) {
		if (values[name]?.startsWith('http:')) problems.push(`${name} must use https, or its API key is sent unencrypted`);
	}
	for (const name of ['GOOGLE_ISSUER', ...PLATFORM] as const) {
		if (values[name]?.startsWith('http:')) problems.push(`${name} must use https, or anyone on the way can answer`);
	}
	for (const name of ['OFFER_PICTURE_ORIGINS', 'IMAGE_ORIGINS'] as const) {
		const inside = values[name]?.filter((origin) => !isPublicHost(withoutBrackets(new URL(origin).hostname))) ?? [];
		if (inside.length > 0) problems.push(`${name} includes ${inside.join(', ')}, which is on a private network`);
	}
	if (coversTooMuch(values.TRUSTED_PROXIES ?? [])) {
		problems.push('TRUSTED_PROXIES covers too much of the internet together, so visitors could fake their address');
	}
	const wide = values.TRUSTED_PROXIES?.filter(trustsStrangers) ?? [];
	if (wide.length > 0) {
		problems.push(
			`TRUSTED_PROXIES includes ${wide.join(', ')}, which is too wide, so visitors could fake their address`,
		);
	}
	return problems;
}

/** Many ranges that are narrow enough alone may together cover everything. Sizes are in /8 of IPv4 and /16 of IPv6. */
function coversTooMuch(proxies: readonly string[]): boolean {
	const sizes = { 4: 0, 6: 0 };
	for (const proxy of new Set(proxies)) {
		const [address = '', text] = proxy.split('/');
		const version = isIP(address) as 0 | 4 | 6;
		if (version === 0 || isPrivate(address)) continue;
		const bits = Number(text ?? 128);
		if (version === 4) sizes[4] += 2 ** (8 - bits);
		else sizes[6] += 2 ** (16 - bits);
	}
	return sizes[4] > RANGES_MAX || sizes[6] > RANGES_MAX;
}

function trustsStrangers(proxy: string): boolean {
	const [address = '', text] = proxy.split('/');
	const bits = Number(text ?? 128);
	const version = isIP(address);
	if (version === 4) return bits < WIDEST_RANGE.ipv4;
	if (version === 0) return false;
	if (/^::ffff:/i.test(address) && bits >= 96) return bits - 96 < WIDEST_RANGE.ipv4;
	if (inRanges([`${address}/${bits}`])('::ffff:192.0.2.1')) return true;
	return bits < WIDEST_RANGE.ipv6 && !(bits >= 7 && isPrivate(address));
}

const isPrivate = inRanges(privateRanges);

const isPublicHost = (host: string): boolean =>
	isIP(host) === 0 ? !/^(.+\.)?localhost$/i.test(host) : !isPrivate(host);

const KEY_FILES = {
	AUTH_SECRET: 'auth-secret',
	MEMORY_KEY: 'memory-key',
	SECRETS_KEY: 'secrets-key',
	PROOF_KEY: 'proof-key',
} as const;
export type KeyName = keyof typeof KEY_FILES;
export const keyNames = Object.keys(KEY_FILES) as KeyName[];

export const keyFile = (dataDir: string, name: KeyName): string => join(dataDir, KEY_FILES[name]);

export const isKeyStored = (dataDir: string, name: KeyName): boolean => existsSync(keyFile(dataDir, name));
