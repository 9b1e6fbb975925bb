import { Fragment, type ReactNode } from 'react';

type Part = (words: string) => ReactNode;

/** Puts links and emphasis into a text such as `See your <link>history</link>.` Parts do not nest. */
export function withParts(text: string, parts: Record<string, Part>): ReactNode {
	const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
	return pieces.map((piece, index) => {
		if (index % 3 === 2) return null;

		return <Fragment key={index}>{index % 3 === 0 ? piece : parts[piece]?.(pieces[index + 1] ?? '')}</Fragment>;
	});
}
