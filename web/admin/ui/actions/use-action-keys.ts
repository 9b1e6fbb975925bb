import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from '../../../ui/dialog.tsx';

/** Clicks the button with a matching `aria-keyshortcuts` in the focused row. Outside the rows, clicks the first match. */
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
