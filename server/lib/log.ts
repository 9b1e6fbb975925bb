import type { FastifyBaseLogger } from 'fastify';

/** Structured log lines: facts first, then one sentence. The application's own logger fits as it is. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
