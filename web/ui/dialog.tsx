import { type ReactNode, useEffect, useId, useRef } from 'react';
import { CloseIcon } from './icons.tsx';

type DialogProps = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

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
			onClose={onClose}
			className="pop m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-card p-6 floating"
		>
			<div className="flex items-start justify-between gap-4">
				<h2 id={titleId} className="text-xl font-bold tracking-tight">
					{title}
				</h2>
				<form method="dialog">
					<button
						type="submit"
						aria-label="Close"
						className="-mt-2 -mr-2 grid size-11 place-items-center rounded-control text-soft hover:bg-sunken hover:text-ink"
					>
						<CloseIcon />
					</button>
				</form>
			</div>
			{children}
		</dialog>
	);
}
