import type { FastifyBaseLogger } from 'fastify';

/** Facts first, then one sentence. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
