import { StartProblem } from '../../lib/start-problem.ts';
import { linesOf, requireFile } from './read-files.ts';
import type { Source } from './source.ts';

const HEADER = 'id,email,balance,username';

export function openCsv({ project, users }: { project: string; users: string }): Source {
	requireFile(users);
	return {
		...{ project, kind: 'users' as const, readTime: null, readHashParameters: async () => undefined },
		async *accounts() {
			for await (const [localId = '', email] of rowsIn(users)) yield { localId, ...(email && { email }) };
		},
		async *documents(collection) {
			if (collection !== 'users') return;
			for await (const [id = '', , balance = '', username] of rowsIn(users)) {
				const robux = /^-?\d+(\.\d+)?$/.test(balance) ? Number(balance) : balance || undefined;
				yield { id, data: { robux, roblox_username: username } };
			}
		},
	};
}

async function* rowsIn(file: string): AsyncIterable<string[]> {
	let isFirst = true;
	for await (const line of linesOf(file)) {
		const fields = line.replace(/^\uFEFF/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
		const row = [...fields].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim());
		if (!isFirst) yield row;
		else if (row.join() !== HEADER) throw new StartProblem(`${file} must begin with the line ${HEADER}.`);
		isFirst = false;
	}
}
