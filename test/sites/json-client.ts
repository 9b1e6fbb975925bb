import type { Page } from '../../contract/paging.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client sees them, by their JSON.
export type Json = any;
export type Answer = { status: number; headers: Headers; body: Json };

export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
	const response = await fetch(url, init);
	return { status: response.status, headers: response.headers, body: await response.json() };
}

export function send(
	method: string,
	url: string,
	body: unknown,
	headers: Record<string, string> = {},
	signal: AbortSignal | null = null,
): Promise<Answer> {
	const all = { 'content-type': 'application/json', ...headers };
	return request(url, { method, headers: all, body: JSON.stringify(body), signal });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Reads a list page by page, up to 5,000 items. */
export async function readPages<Item>(read: (cursor?: string) => Promise<Pick<Page<Item>, 'items' | 'nextCursor'>>) {
	const items: Item[] = [];
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		items.push(...page.items);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined && items.length < 5_000);
	return items;
}
