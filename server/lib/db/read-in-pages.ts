import { EXPORT_LINES_MAX } from '../../../contract/limits.ts';

export type Lines<Line> = { lines: Line[]; isComplete: boolean };

const PAGE_SIZE = 2_000;

export async function readInPages<Row, Line>(
	selectAfter: (last: Row | undefined, limit: number) => Promise<Row[]>,
	toLine: (row: Row) => Line,
	linesMax = EXPORT_LINES_MAX,
): Promise<Lines<Line>> {
	const lines: Line[] = [];
	for (let last: Row | undefined; ; ) {
		const rows = await selectAfter(last, PAGE_SIZE);
		for (const row of rows) {
			if (lines.length === linesMax) return { lines, isComplete: false };
			lines.push(toLine(row));
		}
		last = rows.at(-1);
		if (rows.length < PAGE_SIZE) return { lines, isComplete: true };
	}
}
