import type { FastifyBaseLogger } from 'fastify';

/** The log: facts first, then one sentence. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
