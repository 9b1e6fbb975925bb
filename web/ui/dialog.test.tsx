import { fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from './dialog.tsx';

test('a late close event does not close a reopened dialog', () => {
	const onClose = vi.fn();
	const shown = (isOpen: boolean) => (
		<Dialog isOpen={isOpen} title="Ban" onClose={onClose}>
			Why?
		</Dialog>
	);
	const { rerender } = render(shown(true));
	const dialog = screen.getByRole<HTMLDialogElement>('dialog');
	rerender(shown(false));
	rerender(shown(true));
	onClose.mockClear();
	fireEvent(dialog, new Event('close'));
	expect([dialog.open, onClose.mock.calls]).toEqual([true, []]);
	dialog.close();
	expect(onClose).toHaveBeenCalledOnce();
});
