import { useWindowEvent } from '../../../lib/use-window-event.ts';
import { isDialogOpen } from '../../../ui/dialog.tsx';

const ROWS = 'table[role=table] > tbody > tr';

const boxIn = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>('input[type=checkbox]');

/** `j` and `k` move, `x` selects the row, Shift and an arrow key select a range, Enter opens the row. Inactive while another control has the focus. */
export function useTableKeys(): void {
	useWindowEvent('keydown', (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
		const focused = document.activeElement as HTMLElement | null;
		const row = focused?.closest<HTMLElement>(ROWS);
		const isFree = !focused || focused === document.body || focused.matches('main') || focused === row;
		const isOnLink = row && focused?.matches('a, input[type=checkbox]');
		if (!isFree && !isOnLink) return;
		if (row && event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
			const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
			const box = boxIn(row);
			if (!box || !next) return;
			if (!box.checked) box.click();
			(next as HTMLElement).focus();
			boxIn(next)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }));
		} else if (event.key === 'j' || event.key === 'k') {
			const scope = row?.closest('tbody') ?? document.querySelector('main');
			const rows = [...(scope?.querySelectorAll<HTMLElement>(row ? 'tr' : ROWS) ?? [])];
			const at = row ? rows.indexOf(row) + (event.key === 'j' ? 1 : -1) : 0;
			rows[at]?.focus();
			rows[at]?.scrollIntoView({ block: 'nearest' });
		} else if (event.key === 'x') boxIn(row)?.click();
		else if (event.key === 'Enter' && focused === row) row?.querySelector<HTMLElement>('a[href]')?.click();
		else return;
		event.preventDefault();
	});
}
