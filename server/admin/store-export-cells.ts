import { type RawBuilder, sql } from 'kysely';

/** Where a page starts: after the key of the last row before it. */
export type After = string | undefined;

export type Export = {
	columns: readonly string[];
	/** The table that its size is estimated by. */
	sizedBy: string;
	/** `key` and `line` of the next rows, in the order of an index, so that a page costs the same at any depth. */
	rows(after: After, limit: number): RawBuilder<unknown>;
};

/** What stands in a cell: a time in UTC, an amount, a text that no spreadsheet runs, anything else as it is. */
export const time = (column: string) =>
	sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
export const robux = (column: string) => sql.raw(`round(${column} / 100.0, 2)`);
export const dollars = (column: string) => sql.raw(`round(${column} / 1000000.0, 6)`);
export const text = (column: string) => sql.raw(`csv_cell(${column})`);
export const plain = (column: string) => sql.raw(column);
/** A missing value is an empty cell. */
export const line = (...cells: RawBuilder<unknown>[]) =>
	sql.join(
		cells.map((cell) => sql`coalesce(${cell}::text, '')`),
		sql` || ',' || `,
	);
export const afterUid = (after: After) => after ?? '00000000-0000-0000-0000-000000000000';

/** What no key of its type comes before. */
const FIRST = { uuid: afterUid(undefined), bigint: '0', integer: '0', text: '' } as const;

/** A cell of the column that it is named by, or of another one. */
type Cell = typeof plain | RawBuilder<unknown>;

/**
 * All rows of a table, along a key that is an index of it and holds no spaces.
 * @param keyTypes the columns of the key and their types, the first one first.
 * @param cells by their names in the file.
 */
export function alongKey(
	table: string,
	keyTypes: Record<string, keyof typeof FIRST>,
	cells: Record<string, Cell>,
): Export {
	const types = Object.values(keyTypes);
	const key = Object.keys(keyTypes).map((column) => sql.raw(column));
	const shown = Object.entries(cells).map(([name, cell]) => (typeof cell === 'function' ? cell(name) : cell));
	return {
		sizedBy: table,
		columns: Object.keys(cells),
		rows: (after, limit) => {
			const last = after === undefined ? types.map((type) => FIRST[type]) : after.split(' ');
			const values = types.map((type, part) => sql`${last[part]}::${sql.raw(type)}`);
			return sql`
				select concat_ws(' ', ${sql.join(key)}) as key, ${line(...shown)} as line from ${sql.table(table)}
				where (${sql.join(key)}) > (${sql.join(values)}) order by ${sql.join(key)} limit ${limit}`;
		},
	};
}
