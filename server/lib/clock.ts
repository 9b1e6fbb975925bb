/** The only source of the current time, so that tests and simulations can own it. Milliseconds since the epoch. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
