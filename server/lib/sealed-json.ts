import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { canonicalJson } from '../../contract/proof/canonical-json.ts';
import { StartProblem } from './start-problem.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export function sealed(contents: object): string {
	return `${JSON.stringify({ ...contents, sha256: digestOf(contents) }, null, '\t')}\n`;
}

export function readSealed<Shape extends z.ZodRawShape>(
	shape: z.ZodObject<Shape>,
	name: string,
	text: string,
): z.output<z.ZodObject<Shape>> {
	const parsed = shape.extend({ sha256 }).strict().safeParse(parse(name, text));
	if (!parsed.success) throw new StartProblem(`${name} was changed, or is from a later version.`);
	const { sha256: digest, ...contents } = parsed.data as { sha256: string } & z.output<z.ZodObject<Shape>>;
	if (digest !== digestOf(contents)) throw new StartProblem(`${name} was changed (wrong SHA-256).`);
	return contents as unknown as z.output<z.ZodObject<Shape>>;
}

function parse(name: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new StartProblem(`${name} was changed or truncated.`, { cause });
	}
}

const digestOf = (contents: object): string => createHash('sha256').update(canonicalJson(contents)).digest('hex');

export async function sha256Of(contents: Readable): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(contents, hash);
	return hash.digest('hex');
}
