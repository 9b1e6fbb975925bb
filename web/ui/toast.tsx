import { createStore, useStore } from '../lib/store.ts';

const TOAST_MS = 6_000;

const shown = createStore<string | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

export function showToast(message: string, durationMs = TOAST_MS): void {
	clearTimeout(timer);
	shown.set(message);
	timer = setTimeout(() => shown.set(undefined), durationMs);
}

export function Toaster() {
	const message = useStore(shown, undefined);
	return (
		<div
			role="status"
			className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar))] z-20 flex justify-center"
		>
			{message && (
				<p className="max-w-md rounded-control bg-ink px-4 py-3 text-sm font-medium text-paper floating">{message}</p>
			)}
		</div>
	);
}
