import { type RawBuilder, sql } from 'kysely';

export type After = string | undefined;

export type Export = {
	columns: readonly string[];
	sizedBy: string;
	rows(after: After, limit: number): RawBuilder<unknown>;
};

type Cell = { name: string; value: string };

const kinds = {
	time: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
	robux: (column: string) => `round(${column} / 100.0, 2)`,
	usd: (column: string) => `round(${column} / 1000000.0, 6)`,
	text: (column: string) => `csv_cell(${column})`,
	json: (column: string) => `csv_cell(${column}::text)`,
};

/** @param spec the columns of the file, each as `name`, `name:kind` or `name=column:kind`. */
export function readCells(spec: string): Cell[] {
	return spec
		.trim()
		.split(/\s+/)
		.map((word) => {
			const [, name = '', column = name, kind] = /^(\w+)(?:=(\w+))?(?::(\w+))?$/.exec(word) ?? [];
			if (kind === undefined) return { name, value: column };
			return { name, value: kinds[kind as keyof typeof kinds](column) };
		});
}

export function line(cells: readonly Cell[]): RawBuilder<unknown> {
	return sql.raw(cells.map(({ value }) => `coalesce((${value})::text, '')`).join(` || ',' || `));
}

export const afterUid = (after: After) => after ?? '00000000-0000-0000-0000-000000000000';

const FIRST = { uuid: afterUid(undefined), bigint: '0', integer: '0', text: '' } as const;

/** Exports a table in the order of an index. @param keySpec the index's columns as `column:type`. */
export function alongKey(table: string, keySpec: string, spec: string, from = sql.table(table)): Export {
	const parts = keySpec.split(' ').map((part) => part.split(':') as [string, keyof typeof FIRST]);
	const key = sql.raw(parts.map(([column]) => column).join(', '));
	const cells = readCells(spec);
	return {
		sizedBy: table,
		columns: cells.map(({ name }) => name),
		rows: (after, limit) => {
			const last = after?.split(' ') ?? parts.map(([, type]) => FIRST[type]);
			const values = parts.map(([, type], part) => sql`${last[part]}::${sql.raw(type)}`);
			return sql`
				select concat_ws(' ', ${key}) as key, ${line(cells)} as line from ${from}
				where (${key}) > (${sql.join(values)}) order by ${key} limit ${limit}`;
		},
	};
}
