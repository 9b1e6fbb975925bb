import type { FastifyInstance } from 'fastify';

export type JournalEntry = { part: string; method: string; url: string; atMs: number };
export type Journal = ReturnType<typeof createJournal>;

const ENTRIES_MAX = 2_000;

export function createJournal() {
	let entries: JournalEntry[] = [];
	return {
		list: (part?: string) => entries.filter((entry) => part === undefined || entry.part === part),
		reset: () => {
			entries = [];
		},
		watch(app: FastifyInstance, part: string): void {
			app.addHook('onRequest', async (request) => {
				entries.push({ part, method: request.method, url: request.url, atMs: Date.now() });
				if (entries.length > ENTRIES_MAX * 2) entries = entries.slice(-ENTRIES_MAX);
			});
		},
	};
}
