export function dayOf(atMs: number): string {
	return new Date(atMs).toISOString().slice(0, 10);
}
