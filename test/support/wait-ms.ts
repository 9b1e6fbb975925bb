/** Vitest's default of a second is too short on two shared cores. */
export const WAIT_MS = 30_000;
