import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { RESULTS_FOLDER } from './bench.ts';

export type Child<Calls extends CallShapes> = {
	readonly pid: number;
	/** @throws Error from the handler, or if the child ended. */
	request<Name extends keyof Calls & string>(name: Name, input: Calls[Name]['input']): Promise<Calls[Name]['result']>;
	end(): Promise<void>;
};

export type CallShapes = Record<string, { input: unknown; result: unknown }>;
type CallHandlers<Calls extends CallShapes> = {
	[Name in keyof Calls]: (input: Calls[Name]['input']) => Promise<Calls[Name]['result']>;
};

type Question = { name: string; input: unknown };
type Answer = { result: unknown } | { error: string };

/** @param logFile a file, so that logging costs a write but does not wait for a terminal. */
function startChild<Calls extends CallShapes>(file: string, logFile: string, execArgv: string[]): Child<Calls> {
	const output = openSync(logFile, 'w');
	const child = fork(file, { execArgv, stdio: ['ignore', output, output, 'ipc'] });
	closeSync(output);
	const ended = once(child, 'exit');
	return {
		pid: child.pid ?? 0,
		async request(name, input) {
			const answer = (await Promise.race([send(child, { name, input }), ended])) as Answer | [number | null];
			if (Array.isArray(answer)) throw new Error(`${file} ended before it answered ${name}: see ${logFile}`);
			if ('error' in answer) throw new Error(answer.error);
			return answer.result as never;
		},
		async end() {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}

export async function startQuiet<Calls extends CallShapes>(file: string): Promise<Child<Calls> & AsyncDisposable> {
	await using opened = new AsyncDisposableStack();
	const { path: logs } = opened.use(await mkdtempDisposable(join(tmpdir(), 'lootpass-child-')));
	const child = opened.adopt(startChild<Calls>(file, join(logs, 'log'), []), ({ end }) => end());
	const running = opened.move();
	return { ...child, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

export type MeasuredIn = { bench: string; opened: AsyncDisposableStack };

let measured = 0;

export function startMeasured<Calls extends CallShapes>(
	file: string,
	{ bench, opened }: MeasuredIn,
	execArgv: string[] = [],
): Child<Calls> {
	measured += 1;
	mkdirSync(RESULTS_FOLDER, { recursive: true });
	const logFile = join(RESULTS_FOLDER, `${bench}-${basename(file, '.ts')}-${measured}.log`);
	return opened.adopt(startChild<Calls>(file, logFile, execArgv), (child) => child.end());
}

function send(child: ChildProcess, question: Question): Promise<unknown> {
	const answered = once(child, 'message').then(([answer]) => answer);
	child.send(question);
	return answered;
}

export function answerParent<Calls extends CallShapes>(
	handlers: CallHandlers<Calls>,
	close: () => Promise<void>,
): void {
	process.on('message', async ({ name, input }: Question) => {
		try {
			const result = await (handlers[name] as CallHandlers<Calls>[string])(input);
			process.send?.({ result });
		} catch (error) {
			process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
		}
	});
	process.once('disconnect', async () => {
		await close().catch(console.error);
		process.exit();
	});
	// Ctrl-C reaches all processes; the parent ends this one.
	process.on('SIGINT', () => {});
}
