import { type DestinationStream, pino, stdSerializers } from 'pino';
import type { Config } from '../app/config.ts';
import { DatabaseUnavailable } from '../lib/db/database.ts';

export function createProcessLog({ logLevel }: Pick<Config, 'logLevel'>, to?: DestinationStream) {
	const options = { level: logLevel, serializers: { err: withoutSecrets } };
	return to ? pino(options, to) : pino(options);
}

/** Omits `detail` and `where` of PostgreSQL, which contain rows, and the pool's `client`, which contains a cancel key. */
function withoutSecrets(error: Error): unknown {
	const { detail: _, where: __, client: ___, ...rest } = stdSerializers.err(error) as Record<string, unknown>;
	// An outage logs many of these, and the message names the cause.
	return error instanceof DatabaseUnavailable ? { ...rest, message: error.message, stack: undefined } : rest;
}
