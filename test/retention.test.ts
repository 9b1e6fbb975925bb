import { type RetentionName, retention, tablesWithoutUsers } from '../contract/site/retention.ts';
import { jobNames } from '../server/app/features.ts';
import { cellsOf } from '../server/lib/db/database.ts';
import { openTestDatabase } from './support/database.ts';

const { owner } = openTestDatabase();
const entries = Object.entries(retention);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

test('every table is in the retention register or listed as free of personal data', async () => {
	const tables = await cellsOf<string>(owner)`
		select table_name as name from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
	`;
	const listed = entries.flatMap(([, entry]) => entry.tables);
	expect(sorted([...listed, ...tablesWithoutUsers])).toEqual(sorted(tables));
	expect(tablesWithoutUsers.filter((table) => listed.includes(table))).toEqual([]);
});

test('tables without personal data have no user columns', async () => {
	const naming = await cellsOf<string>(owner)`
		select table_name as table from information_schema.columns
		where table_schema = 'public' and column_name in ('uid', 'user_id', 'email', 'ip', 'ip_address')
	`;
	expect(tablesWithoutUsers.filter((table) => naming.includes(table))).toEqual([]);
});

test('every cleanup job is in the register, and every period has a job', () => {
	const forgetting = jobNames.filter((name) => name.startsWith('forget-'));
	const others = ['count-offer-figures', 'back-up'];
	expect(sorted(entries.flatMap(([, { job }]) => job ?? []))).toEqual(sorted([...forgetting, ...others]));
	const withoutJob = entries.filter(([, { period, job }]) => (typeof period === 'number') !== (job !== undefined));
	expect(withoutJob).toEqual([]);
});

test('only the retention periods of memory and backups are operator settings', () => {
	const settings: RetentionName[] = ['memory', 'backups'];
	expect(entries.flatMap(([name, { isSetting }]) => (isSetting ? name : []))).toEqual(settings);
});
