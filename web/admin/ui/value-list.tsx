import { idInWords, valueInWords } from './in-words.ts';

export function ValueList({ value }: { value: unknown }) {
	return <span className="block whitespace-pre-wrap [overflow-wrap:anywhere]">{linesOf(value).join('\n')}</span>;
}

function linesOf(value: unknown, path: readonly string[] = []): string[] {
	if (Array.isArray(value) || typeof value !== 'object' || value === null) {
		const text = value === null ? '–' : valueInWords(path.at(-1) ?? '', value);
		return [path.length > 0 ? `${idInWords(path.join(' '))}: ${text}` : text];
	}
	return Object.entries(value).flatMap(([key, part]) => linesOf(part, [...path, key]));
}
