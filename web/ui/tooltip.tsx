import { type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { InfoIcon } from './icons.tsx';

/** The tooltip is in the top layer, so that nothing clips it. */
export function Tooltip({ title, about, children }: { title: string; about: string; children: ReactNode }) {
	const id = useId();
	const mark = useRef<HTMLButtonElement>(null);
	const bubble = useRef<HTMLDivElement>(null);
	const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

	function show(): void {
		clearTimeout(leaving.current);
		if (!mark.current || !bubble.current || bubble.current.matches(':popover-open')) return;
		bubble.current.showPopover();
		const { left, width, bottom } = mark.current.getBoundingClientRect();
		const { offsetWidth } = bubble.current;
		const room = document.documentElement.clientWidth - offsetWidth - 16;
		const centred = left + width / 2 - offsetWidth / 2;
		bubble.current.style.left = `${Math.max(16, Math.min(room, centred))}px`;
		bubble.current.style.top = `${bottom + 4}px`;
	}
	function hide(): void {
		clearTimeout(leaving.current);
		bubble.current?.hidePopover();
	}
	/** On touch, leave fires when the finger lifts; the tooltip stays until a tap elsewhere. */
	function hideSoonAfterMouse(event: PointerEvent): void {
		if (event.pointerType === 'mouse') leaving.current = setTimeout(hide, 150);
	}

	return (
		<>
			<button
				ref={mark}
				type="button"
				aria-label={about}
				aria-describedby={id}
				onClick={show}
				onFocus={show}
				onBlur={hide}
				onPointerEnter={show}
				onPointerLeave={hideSoonAfterMouse}
				className="-m-3 grid size-11 place-items-center rounded-full outline-current"
			>
				<InfoIcon className="size-4" />
			</button>
			<div
				ref={bubble}
				id={id}
				role="tooltip"
				popover="auto"
				onPointerEnter={() => clearTimeout(leaving.current)}
				onPointerLeave={hideSoonAfterMouse}
				className="pop inset-auto m-0 max-w-64 rounded-control border border-line bg-card px-4 py-3 text-sm text-soft floating"
			>
				<p className="font-semibold text-ink">{title}</p>
				{children}
			</div>
		</>
	);
}
