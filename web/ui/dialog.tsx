import { type ReactNode, useEffect, useId, useRef } from 'react';
import { m } from '../texts/messages.js';
import { CloseIcon } from './icons.tsx';

type DialogProps = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

/** Shortcuts and refetches are suspended while a dialog is open, because they could discard its input. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

export function Dialog({ isOpen, title, onClose, children }: DialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const titleId = useId();
	useEffect(() => {
		if (isOpen && !dialog.current?.open) dialog.current?.showModal();
		if (!isOpen) dialog.current?.close();
	}, [isOpen]);
	return (
		<dialog
			ref={dialog}
			aria-labelledby={titleId}
			// The close event fires in a later task, when the dialog may be open again.
			onClose={() => !dialog.current?.open && onClose()}
			className="pop m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-card p-6 text-start text-base floating"
		>
			<h2 id={titleId} className="pe-12 text-xl font-bold tracking-tight">
				{title}
			</h2>
			{children}
			{/* The close button comes last, because the browser focuses the first control. */}
			<form method="dialog" className="absolute top-4 end-4">
				<button
					type="submit"
					aria-label={m.common_close()}
					className="grid size-11 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
				>
					<CloseIcon />
				</button>
			</form>
		</dialog>
	);
}
