import { beforeEach, vi } from 'vitest';
import { type Command, runCommand } from '../../server/command-line.ts';

/** Runs a command in this process. `text` has both of its outputs. */
export async function typeCommand(commands: Readonly<Record<string, Command>>, line: string) {
	const lines: string[] = [];
	const print = (text: string) => void lines.push(text);
	const printing = vi.spyOn(console, 'log').mockImplementation(print);
	const code = await runCommand(commands, line.split(' '), { out: print, error: print });
	printing.mockRestore();
	return { code, text: lines.join('\n') };
}

/** Call once per file. @returns the lines that the current test has printed. */
export function capturePrinted(): string[] {
	const lines: string[] = [];
	beforeEach(() => {
		lines.length = 0;
		for (const how of ['log', 'error'] as const) {
			vi.spyOn(console, how).mockImplementation((line: string) => void lines.push(line));
		}
	});
	return lines;
}
