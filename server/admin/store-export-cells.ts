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
export const afterId = (after: After) => Number(after ?? 0);

/** Keys of two parts are `uid id`. */
export function pairOf(after: After, first: string): [string, string] {
	const [uid = afterUid(undefined), id = first] = after?.split(' ') ?? [];
	return [uid, id];
}
