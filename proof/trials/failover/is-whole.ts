/**
 * One is primary, and the other would take over with all that was acknowledged. Source: what Patroni keeps in etcd (its 3.0).
 * @param leader the name of the primary. @param sync `{leader, sync_standby}` as JSON. Both are empty when they are not there.
 */
export function isWhole(leader: string, sync: string): boolean {
	if (!leader || !sync) return false;
	const { leader: syncLeader, sync_standby: standby } = JSON.parse(sync);
	return syncLeader === leader && Boolean(standby) && standby !== leader;
}
