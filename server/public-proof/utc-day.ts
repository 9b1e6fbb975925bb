/** `2026-03-02`: the day (UTC) of a moment in ms since the epoch. */
export function dayOf(atMs: number): string {
	return new Date(atMs).toISOString().slice(0, 10);
}
