export function Coded({ raw, label }: { raw: string; label: string }) {
	return <span title={raw === label ? undefined : raw}>{label}</span>;
}
