export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
