/** In one order everywhere, so that two who lock several users wait for each other instead of deadlocking. */
export function byUid(a: { uid: string }, b: { uid: string }): number {
	return a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0;
}
