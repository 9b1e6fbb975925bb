/** Of what a node does at once, or keeps, the part of one of its processes: at least one. */
export type ShareOfLimit = (limit: number) => number;

/** Only what is kept in a process needs it: what is counted in the database holds for all of them. */
export function shareAmong(processes: number): ShareOfLimit {
	return (limit) => Math.max(1, Math.floor(limit / processes));
}
