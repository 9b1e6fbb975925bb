import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseUnavailable } from './lib/db/database.ts';
import { reasonOf, StartProblem } from './lib/start-problem.ts';

export class WrongUse extends Error {}

export type Command = {
	does: string;
	listedWith?: string;
	operands?: readonly string[];
	options?: Readonly<Record<string, Option>>;
	keepsUser?: boolean;
	run(given: Given): Promise<number>;
};

export type Option = { takes?: string; does: string; default?: string };

export type Given = { operands: readonly string[]; options: Readonly<Record<string, string | undefined>> };

export type Print = { out(text: string): void; error(text: string): void; before?(command: Command): Promise<void> };

const USAGE =
	'Usage: npm run cli -- COMMAND [--take-over: the machine that used DATA_DIR no longer does] (--help: more)';
const WRONG_USE = 2;
const HELP = ['--help', '-h', 'help'];

/** @returns exit code 0: success, 1: failure, 2: wrong usage without changes. */
export async function runCommand(
	commands: Readonly<Record<string, Command>>,
	[name = '', ...args]: readonly string[],
	{ out, error, before }: Print,
): Promise<number> {
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) {
		const hasHelp = HELP.includes(name);
		const all = listOf(commands);
		if (hasHelp) out(all);
		else error(name === '' ? all : `Unknown command: ${name}\n\n${all}`);
		return hasHelp ? 0 : WRONG_USE;
	}
	try {
		const given = read(command, args);
		if (given !== 'help') {
			await before?.(command);
			return await command.run(given);
		}
		out(usageOf(name, command));
		return 0;
	} catch (problem) {
		if (problem instanceof WrongUse) {
			error(`${problem.message}\n\n${usageOf(name, command)}`);
			return WRONG_USE;
		}
		const isExplained = problem instanceof StartProblem || problem instanceof DatabaseUnavailable;
		error(isExplained ? problem.message : `Unexpected error: ${reasonOf(problem)}`);
		return 1;
	}
}

export function folderIn(options: Given['options'], name: string): string {
	const folder = options[name];
	if (!folder) throw new WrongUse(`Missing --${name} DIR.`);
	return resolve(folder);
}

export function readGivenFile(file: string): Promise<Buffer> {
	return readFile(file).catch((cause) => {
		throw new StartProblem(`Couldn't read ${file}: ${reasonOf(cause)}.`, { cause });
	});
}

function read({ operands = [], options = {} }: Command, args: readonly string[]): Given | 'help' {
	if (args.some((arg) => arg === '--help' || arg === '-h')) return 'help';
	const { values, positionals } = parse(options, args);
	const missing = operands.slice(positionals.length).find((operand) => !operand.startsWith('['));
	if (missing !== undefined) throw new WrongUse(`Missing ${missing}.`);
	const tooMany = positionals[operands.length];
	if (tooMany !== undefined) throw new WrongUse(`Unexpected argument: ${tooMany}`);
	const given = Object.entries(values).map(([option, value]) => [option, value === true ? '' : value]);
	return { operands: positionals, options: Object.fromEntries(given) };
}

function parse(options: NonNullable<Command['options']>, args: readonly string[]) {
	const known = Object.entries(options).map(
		([name, { takes, default: usual }]) =>
			[name, { type: takes ? 'string' : 'boolean', ...(usual !== undefined && { default: usual }) }] as const,
	);
	try {
		return parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true });
	} catch (error) {
		// Keeps the first sentence of Node's message; advice follows it.
		const [problem = ''] = (error as Error).message.split('. ');
		throw new WrongUse(problem.endsWith('.') ? problem : `${problem}.`);
	}
}

function usageOf(name: string, { does, operands = [], options = {} }: Command): string {
	const known = Object.entries(options);
	const line = [name, ...operands, ...known.map(([option, definition]) => `[${written(option, definition)}]`)].join(
		' ',
	);
	const rows = known.map(([option, definition]): [string, string] => [
		written(option, definition),
		definition.does + (definition.default === undefined ? '' : ` (${definition.default})`),
	]);
	return [`Usage: npm run cli -- ${line}`, `  ${does}`, ...tableOf(rows)].join('\n');
}

function listOf(commands: Readonly<Record<string, Command>>): string {
	const all = Object.entries(commands);
	const written = ([name, { operands = [] }]: (typeof all)[number]) => [name, ...operands].join(' ');
	const rows = all.flatMap((command): [string, string][] => {
		const [name, { does, listedWith }] = command;
		const others = all.filter(([, other]) => other.listedWith === name);
		return listedWith ? [] : [[[command, ...others].map(written).join(', '), does]];
	});
	return [USAGE, ...tableOf(rows)].join('\n');
}

function tableOf(rows: readonly (readonly [string, string])[]): string[] {
	const width = Math.max(0, ...rows.map(([what]) => what.length));
	return rows.map(([what, does]) => `  ${what.padEnd(width)}  ${does}`);
}

function written(option: string, { takes }: Option): string {
	return takes ? `--${option} ${takes}` : `--${option}`;
}
