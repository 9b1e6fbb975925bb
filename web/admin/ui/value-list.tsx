/** What was kept as it came, for a person to read: one line for each value, named by the way to it. */
export function ValueList({ value }: { value: unknown }) {
	return (
		<span className="block font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
			{linesOf(value).join('\n')}
		</span>
	);
}

function linesOf(value: unknown, name = ''): string[] {
	if (Array.isArray(value) || typeof value !== 'object' || value === null) {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return [name ? `${name}: ${text}` : text];
	}
	return Object.entries(value).flatMap(([key, part]) => linesOf(part, name ? `${name} ${key}` : key));
}
