import { useEffect } from 'react';
import { isDialogOpen } from '../../../ui/dialog.tsx';

const ROWS = 'table[role=table] > tbody > tr';

/** `j` and `k` move, `x` selects the row, Enter opens it. Inactive while another control has the focus. */
export function useTableKeys(): void {
	useEffect(() => {
		function press(event: KeyboardEvent): void {
			if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
			const focused = document.activeElement as HTMLElement | null;
			const row = focused?.closest<HTMLElement>(ROWS);
			const isFree = !focused || focused === document.body || focused.matches('main') || focused === row;
			const isOnLink = row && focused?.matches('a');
			if (!isFree && !isOnLink) return;
			if (event.key === 'j' || event.key === 'k') {
				const scope = row?.closest('tbody') ?? document.querySelector('main');
				const rows = [...(scope?.querySelectorAll<HTMLElement>(row ? 'tr' : ROWS) ?? [])];
				const at = row ? rows.indexOf(row) + (event.key === 'j' ? 1 : -1) : 0;
				rows[at]?.focus();
				rows[at]?.scrollIntoView({ block: 'nearest' });
			} else if (event.key === 'x') row?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
			else if (event.key === 'Enter' && focused === row) row?.querySelector<HTMLElement>('a[href]')?.click();
			else return;
			event.preventDefault();
		}
		addEventListener('keydown', press);
		return () => removeEventListener('keydown', press);
	}, []);
}
