import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { hasRow, rowsOf } from '../../lib/db/rows.ts';
import type { SettingTexts } from './site-settings.ts';

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
