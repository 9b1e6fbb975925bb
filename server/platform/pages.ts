/** Yields pages until the last one, a repeated cursor or `pagesMax`. Page numbers start at 1. */
export async function* pagesOf<Page>(
	pagesMax: number,
	readPage: (cursor: string | undefined, page: number) => Promise<Page>,
	nextOf: (page: Page) => string | null | undefined,
): AsyncGenerator<Page> {
	const seen = new Set<string>();
	let cursor: string | undefined;
	for (let number = 1; number <= pagesMax; number += 1) {
		const page = await readPage(cursor, number);
		yield page;
		const next = nextOf(page);
		if (!next || seen.has(next)) return;
		seen.add(next);
		cursor = next;
	}
}
