/** A label, with the raw value that it stands for on hover. */
export function Coded({ raw, label }: { raw: string; label: string }) {
	return <span title={raw === label ? undefined : raw}>{label}</span>;
}
