import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Unknown arguments print the usage and exit with 2. */
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
