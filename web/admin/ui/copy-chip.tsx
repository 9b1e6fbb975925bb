import { showToast } from '../../ui/toast.tsx';

export function CopyChip({ text }: { text: string }) {
	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(text);
			showToast('Copied.');
		} catch {
			showToast("Couldn't copy. Select the text and copy it.");
		}
	}
	return (
		<button
			type="button"
			title="Copy"
			onClick={() => void copy()}
			className="rounded-md bg-sunken px-1.5 py-0.5 text-start font-mono text-xs text-inherit [overflow-wrap:anywhere] select-text hover:bg-tint hover:text-accent"
		>
			{text}
		</button>
	);
}
