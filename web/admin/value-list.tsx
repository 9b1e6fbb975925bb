/** What was kept as it came, for a person to read: one line for each part. */
export function ValueList({ value }: { value: unknown }) {
	return <span className="block font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{inText(value)}</span>;
}

function inText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	return Object.entries(value)
		.map(([key, part]) => `${key}: ${typeof part === 'string' ? part : JSON.stringify(part)}`)
		.join('\n');
}
