import { pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';

/** The process' log: one JSON object a line, on standard output. */
export function createProcessLog({ logLevel }: Pick<Config, 'logLevel'>) {
	return pino({ level: logLevel, serializers: { err: withoutRows } });
}

/** PostgreSQL quotes whole rows in `detail` and `where`; rows hold password hashes and names. */
function withoutRows(error: Error): unknown {
	const { detail: _, where: __, ...rest } = stdSerializers.err(error) as Record<string, unknown>;
	return rest;
}
