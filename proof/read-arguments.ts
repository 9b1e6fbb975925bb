import { type ParseArgsConfig, parseArgs } from 'node:util';

/** As `parseArgs`. What a program does not know ends it with its usage and 2, never with a stack. */
export function readArguments<const Config extends ParseArgsConfig>(
	config: Config,
	usage: string,
): ReturnType<typeof parseArgs<Config>> {
	try {
		return parseArgs(config);
	} catch {
		return endWith(usage);
	}
}

export function endWith(usage: string): never {
	console.error(usage);
	process.exit(2);
}
