import { type ReactNode, useEffect, useId, useRef } from 'react';
import { m } from '../texts/messages.js';
import { CloseIcon } from './icons.tsx';

type DialogProps = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

/** What a dialog was opened from must not go from under it, and what was typed with it. */
export function isDialogOpen(): boolean {
	return document.querySelector('dialog[open]') !== null;
}

/** A native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back. */
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
			// The browser tells of a close in a later task: it may be open again by then.
			onClose={() => !dialog.current?.open && onClose()}
			// Whatever it was opened from, such as the cell of a table.
			className="pop m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-card p-6 text-left text-base floating"
		>
			<h2 id={titleId} className="pr-12 text-xl font-bold tracking-tight">
				{title}
			</h2>
			{children}
			{/* Last, because the browser starts in the first control: that is the one the dialog is about. */}
			<form method="dialog" className="absolute top-4 right-4">
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
