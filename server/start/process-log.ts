import { type DestinationStream, pino, stdSerializers } from 'pino';
import type { Config } from '../app/config.ts';

/** The process' log: one JSON object a line, on standard output unless another place is given. */
export function createProcessLog({ logLevel }: Pick<Config, 'logLevel'>, to?: DestinationStream) {
	const options = { level: logLevel, serializers: { err: withoutSecrets } };
	return to ? pino(options, to) : pino(options);
}

/**
 * PostgreSQL quotes whole rows in `detail` and `where`; rows hold password hashes and names. A pool adds the connection that
 * was lost, with the key that cancels what runs on it.
 */
function withoutSecrets(error: Error): unknown {
	const { detail: _, where: __, client: ___, ...rest } = stdSerializers.err(error) as Record<string, unknown>;
	return rest;
}
