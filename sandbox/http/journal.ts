import type { FastifyInstance } from 'fastify';

export type JournalEntry = { part: string; method: string; url: string; atMs: number; status: number | null };
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
			const open = new WeakMap<object, JournalEntry>();
			app.addHook('onRequest', async (request) => {
				const entry = { part, method: request.method, url: request.url, atMs: Date.now(), status: null };
				open.set(request, entry);
				entries.push(entry);
				if (entries.length > ENTRIES_MAX * 2) entries = entries.slice(-ENTRIES_MAX);
			});
			app.addHook('onResponse', async (request, reply) => {
				const entry = open.get(request);
				if (entry) entry.status = reply.statusCode;
			});
		},
	};
}
