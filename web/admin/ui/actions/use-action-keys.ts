import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from '../../../ui/dialog.tsx';

/**
 * A single key presses the button that names it (`aria-keyshortcuts`): of the row in which the focus is, else the first one.
 * Only while the focus is within, so that nobody who dictates or types elsewhere sets anything off.
 */
export function useActionKeys(within: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const list = within.current;
		function press(event: KeyboardEvent): void {
			const target = event.target as HTMLElement;
			if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
			if (target.matches('input, select, textarea')) return;
			const selector = `[aria-keyshortcuts="${CSS.escape(event.key.toLowerCase())}"]`;
			const button = (target.closest('tr') ?? list)?.querySelector<HTMLElement>(selector);
			if (!button) return;
			event.preventDefault();
			button.click();
		}
		list?.addEventListener('keydown', press);
		list?.focus({ preventScroll: true });
		return () => list?.removeEventListener('keydown', press);
	}, [within]);
}
