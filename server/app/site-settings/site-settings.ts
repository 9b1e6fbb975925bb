import { sql } from 'kysely';
import type { z } from 'zod';
import { type Database, hasRow, rowsOf, type Tx } from '../../lib/db/database.ts';
import { maskChannels } from '../../operations/alerts/channel.ts';
import { areaSettings, settings } from '../settings.ts';

const schemas = { ...settings, ...areaSettings };
type Schemas = typeof schemas;
type Value<Name extends keyof Schemas> = z.output<Schemas[Name]>;

type TakesTwo<Name extends keyof Schemas> = (before: Value<Name>, after: Value<Name>) => boolean;

const always = () => true;
const lower = (before: number | undefined, after: number | undefined) => (after ?? 0) < (before ?? 0);
const unlimited = Number.POSITIVE_INFINITY;
const higher = (before: number | undefined, after: number | undefined) => (after ?? unlimited) > (before ?? unlimited);
const proofs = ['off', 'withdraw', 'always'];

/** Changes that loosen a rule or send data elsewhere need a second person. */
const takesTwo = {
	...{ BRAND_FIRST: undefined, BRAND_SECOND: undefined, PLATFORM_NAME: undefined, CURRENCY_NAME: undefined },
	...{ CURRENCY_SIGN: undefined, COLOURS: undefined, LOGO: undefined, ADMIN_BANNER: undefined },
	LEGAL_CONTACT: always,
	COMMUNITY_CHAT_URL: always,
	GAME_CREATION_URL: always,
	PAYOUT_USD_PER_THOUSAND: lower,
	MARGIN_FLOOR_PERCENT: lower,
	OFFER_CLAIMS_MAX_PERCENT: higher,
	OFFER_REVERSALS_MAX_PERCENT: higher,
	WITHDRAW_DAILY_CAP: higher,
	STOCK_POLICY: (_, after) => after === 'queue',
	PAYOUT_REVIEW_HOURS: lower,
	GAME_ACCOUNT_PROOF: (before, after) => proofs.indexOf(after) < proofs.indexOf(before),
	GAME_ACCOUNT_PROOF_FROM: higher,
	APPROVAL_LIMIT: higher,
	SIGN_UPS_A_DAY: (before, after) => higher(before || undefined, after || undefined),
	COUNTRIES_NOT_SERVED: (before, after) => before.some((country) => !after.includes(country)),
	DELETED_ACCOUNT_MEMORY_DAYS: lower,
	ALERT_URLS: always,
	CANNED_ANSWERS: undefined,
} satisfies { [Name in keyof Schemas]?: TakesTwo<Name> | undefined };

export type SiteSettingName = keyof typeof takesTwo;
export const siteSettingNames = Object.keys(takesTwo) as SiteSettingName[];
export type SettingTexts = ReadonlyMap<string, string>;

export const secretSetting: SiteSettingName = 'ALERT_URLS';
const LENGTH_MAX = 300;
const long: readonly SiteSettingName[] = ['ALERT_URLS', 'COLOURS', 'LOGO', 'CANNED_ANSWERS'];

export const isSiteSetting = (name: string): name is SiteSettingName => Object.hasOwn(takesTwo, name);

export const mayTakeTwo = (name: SiteSettingName): boolean => takesTwo[name] !== undefined;

export function needsSecond(name: SiteSettingName, before: string | undefined, after: string | undefined): boolean {
	const rule = takesTwo[name] as TakesTwo<never> | undefined;
	if (before === after || !rule) return false;
	return rule(readSetting(name, before) as never, readSetting(name, after) as never);
}

export function problemOf(name: SiteSettingName, text: string): string | undefined {
	if (!long.includes(name) && (text.length > LENGTH_MAX || /[\p{Cc}\u2028\u2029]/u.test(text))) {
		return `one line of at most ${LENGTH_MAX} characters`;
	}
	return schemas[name].safeParse(text).error?.issues[0]?.message;
}

/** Returns the default if another version stored the text. */
export function readSetting<Name extends SiteSettingName>(name: Name, text: string | undefined): Value<Name> {
	const schema: z.ZodType = schemas[name];
	const { success, data } = schema.safeParse(text);
	return (success ? data : schema.parse(undefined)) as Value<Name>;
}

export function shownValue(name: SiteSettingName, text: string | undefined): string | number | null {
	if (text === undefined) {
		const value: unknown = readSetting(name, undefined);
		const isEmpty = value === undefined || (typeof value === 'object' && Object.keys(value as object).length === 0);
		return isEmpty ? null : (value as string | number);
	}
	if (name === secretSetting) return maskChannels(text);
	if (name === 'LOGO') return 'from BRANDING_FILE';
	return typeof readSetting(name, text) === 'number' ? Number(text) : text;
}

export async function selectSettings(db: Database | Tx): Promise<SettingTexts> {
	const rows = await rowsOf<{ name: string; value: string }>(db)`select name, value from site_settings order by name`;
	return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function lockSettings(tx: Tx): Promise<SettingTexts> {
	await sql`lock table site_settings in share row exclusive mode`.execute(tx);
	return selectSettings(tx);
}

export async function storeSetting(tx: Tx, name: string, value: string | undefined): Promise<void> {
	if (value === undefined) await sql`delete from site_settings where name = ${name}`.execute(tx);
	else {
		await sql`
			insert into site_settings (name, value) values (${name}, ${value})
			on conflict (name) do update set value = excluded.value
		`.execute(tx);
	}
}

export function isSoloChangeWaiting(tx: Tx, now: Date): Promise<boolean> {
	return hasRow(tx)`select from proposals where state = 'waiting' and applies_at > ${now} limit 1`;
}
