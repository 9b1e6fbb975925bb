/** How long a test waits for what must come: a second, vitest's own, is little where two workers share two cores. */
export const WAIT_MS = 30_000;
