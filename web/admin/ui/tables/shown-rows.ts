import { saveFile } from '../../../lib/save-file.ts';

/** Prefixes that spreadsheets execute as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

export function shownRows(table: HTMLTableElement): string {
	const head = [...table.querySelectorAll('thead th:not(:has(input))')].map(({ textContent }) => textContent);
	const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
		// The last element is the value; phones show a title before it.
		[...row.querySelectorAll(':scope > td:not(:has(input[type=checkbox]))')].map(
			(cell) => cell.lastElementChild?.textContent ?? '',
		),
	);
	return [head, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
	const plain = text.replaceAll(/\s+/g, ' ').trim();
	const safe = FORMULA.test(plain) ? `'${plain}` : plain;
	return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function saveShownRows(table: HTMLTableElement, name: string): void {
	saveFile(`${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`, shownRows(table));
}
