/** A bug, and the tests that must fail with it. Every `from` stands in the file exactly once. */
export type Bug = {
	name: string;
	file: string;
	edits: readonly { from: string; to: string }[];
	/** Test files, of which at least one must fail. */
	tests: readonly string[];
};

export function inFolder(folder: string) {
	return (name: string, file: string, tests: string | readonly string[], ...edits: Bug['edits']): Bug => ({
		name,
		file: within(folder, file),
		edits,
		tests: [tests].flat().map((test) => within(folder, test)),
	});
}

/** A name with a slash at its start is of the whole repository. */
function within(folder: string, name: string): string {
	return name.startsWith('/') ? name.slice(1) : `${folder}/${name}`;
}

/** @returns the source with the bug in it. @throws Error where a text does not stand there exactly once. */
export function plant(source: string, { name, edits }: Pick<Bug, 'name' | 'edits'>): string {
	return edits.reduce((text, { from, to }) => {
		const parts = text.split(from);
		if (parts.length !== 2) throw new Error(`"${name}": stands there ${parts.length - 1} times: ${from}`);
		return parts.join(to);
	}, source);
}
