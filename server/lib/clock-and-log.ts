import type { FastifyBaseLogger } from 'fastify';

/** The only source of time, so that tests can control it. Ms since the epoch. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
