import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { readJson } from '../../lib/folders.ts';
import { reasonOf, StartProblem } from '../../lib/start-problem.ts';
import { readFields } from './document-values.ts';
import type { Source, SourceAccount, SourceDocument } from './source.ts';

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
	const parser = parse({ bom: true, skip_records_with_empty_values: true, relax_column_count_less: true });
	let isFirst = true;
	try {
		for await (const cells of createReadStream(file).compose(parser)) {
			const row: string[] = cells.map((cell: string) => cell.trim());
			if (!isFirst) yield row;
			else if (row.join() !== HEADER) throw new StartProblem(`${file} must begin with the line ${HEADER}.`);
			isFirst = false;
		}
	} catch (cause) {
		throw cause instanceof CsvError ? new StartProblem(`Couldn't read ${file}: ${cause.message}.`, { cause }) : cause;
	}
}

const hashConfig = z
	.object({
		algorithm: z.literal('SCRYPT'),
		base64_signer_key: z.string().min(1),
		base64_salt_separator: z.string(),
		rounds: z.number(),
		mem_cost: z.number(),
	})
	.transform(({ base64_signer_key: signerKey, base64_salt_separator: saltSeparator, rounds, mem_cost: memCost }) => ({
		...{ signerKey, saltSeparator, rounds, memCost },
	}));

export async function readJsonFile<Read>(file: string, schema: z.ZodType<Read>): Promise<Read> {
	try {
		return schema.parse(readJson(file));
	} catch (cause) {
		const issue = cause instanceof z.ZodError ? cause.issues[0] : undefined;
		const reason = issue ? `${issue.path.join('.')} ${issue.message}` : reasonOf(cause);
		throw new StartProblem(`Couldn't read ${file}: ${reason}.`, { cause });
	}
}

function requireFile(file: string): void {
	if (!existsSync(file)) throw new StartProblem(`Couldn't read ${file}: there is no such file.`);
}

export function openFiles(files: { project: string; accounts: string; documents: string; hashConfig: string }): Source {
	for (const file of [files.accounts, files.documents, files.hashConfig]) requireFile(file);
	return {
		project: files.project,
		kind: 'firebase',
		readTime: null,
		readHashParameters: () => readJsonFile(files.hashConfig, hashConfig),
		async *accounts() {
			for await (const text of objectsIn(createReadStream(files.accounts, 'utf8')))
				yield accountIn(text, files.accounts);
		},
		async *documents(collection) {
			const file = join(files.documents, `${collection.replaceAll('/', '.')}.ndjson`);
			if (!existsSync(file)) return;
			let number = 0;
			for await (const line of linesOf(file)) {
				number += 1;
				if (line.trim()) yield documentIn(line) ?? { id: `line ${number}`, data: {} };
			}
		},
	};
}

/** Splits only at line feeds, because JSON text may contain U+2028 and a lone CR is whitespace. */
async function* linesOf(file: string): AsyncIterable<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of createReadStream(file)) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	yield rest + decoder.decode();
}

function accountIn(text: string, file: string): SourceAccount {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new StartProblem(`${file} isn't valid JSON at ${text.slice(0, 80)}`, { cause });
	}
}

function documentIn(line: string): SourceDocument | undefined {
	try {
		const { id, data } = JSON.parse(line);
		return typeof id === 'string' ? { id, data: readFields(data) } : undefined;
	} catch {
		return undefined;
	}
}

export async function* objectsIn(chunks: AsyncIterable<string>): AsyncIterable<string> {
	let [open, depth, piece] = ['', 0, ''];
	let [isString, isEscaped] = [false, false];
	for await (const chunk of chunks) {
		let start = 0;
		for (let at = 0; at < chunk.length; at += 1) {
			const character = chunk[at] as string;
			if (isString) {
				isString = isEscaped || character !== '"';
				isEscaped = !isEscaped && character === '\\';
			} else if (character === '"') isString = true;
			else if (character === '{' || character === '[') {
				if (depth === 0 && character === '{' && open.endsWith('[')) [depth, start] = [open.length + 1, at];
				open += character;
			} else if (character === '}' || character === ']') {
				if (depth > 0 && open.length === depth) {
					yield piece + chunk.slice(start, at + 1);
					[piece, depth] = ['', 0];
				}
				open = open.slice(0, -1);
			}
		}
		if (depth > 0) piece += chunk.slice(start);
	}
	if (open !== '') throw new StartProblem('The file with the accounts ends early.');
}
