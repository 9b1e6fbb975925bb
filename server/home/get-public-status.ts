import { MINUTE_MS } from '../../contract/durations.ts';
import type { PublicStatus } from '../../contract/site/status.ts';
import type { DbDeps } from '../lib/db/database.ts';
import { memoize } from '../lib/jobs/semaphores.ts';
import type { NetworkTable } from '../lib/network-table.ts';
import { measureClaims } from '../offerwalls/claims/store-claims.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { MEASURED_MS, measureAnswers } from '../tickets/messages/store-messages.ts';
import { type RaisedAlert, selectAlerts, selectPayoutSettings } from '../withdrawals/safety/store-safety.ts';
import { CACHE_MS } from './get-public-stats.ts';

type PublicStatusDeps = DbDeps & {
	walls: readonly Pick<Wall, 'id' | 'name' | 'enabled'>[];
	networkTable: Pick<NetworkTable, 'facts'>;
};

type Trouble = PublicStatus['wrong'][number];
const REPLIES_CACHE_MS = 10 * MINUTE_MS;
const REPLIES_MIN = 5;

/** Keys are the first words of alerts (docs/operations.md). All other alerts are for operators. */
const kinds: Readonly<Record<string, Trouble['kind']>> = {
	silent: 'rewards-late',
	signatures: 'rewards-late',
	unclear: 'withdrawals-vendor',
	busy: 'withdrawals-vendor',
	// The site causes these problems, not the vendor.
	empty: 'withdrawals-late',
	'locked-out': 'withdrawals-late',
	waiting: 'withdrawals-late',
	'by-hand': 'withdrawals-late',
	mail: 'mails-late',
};
/** Only the first of these kinds is shown, because it explains the others. */
const ofWithdrawals = ['withdrawals-paused', 'withdrawals-vendor', 'withdrawals-late'] as const;

export function createReadPublicStatus(deps: PublicStatusDeps): () => Promise<PublicStatus> {
	const { db, clock, walls, networkTable } = deps;
	const readHours = memoize(clock, REPLIES_CACHE_MS, async () => {
		const since = new Date(clock.now() - MEASURED_MS);
		const { answers, p90_hours } = await measureAnswers(db, since);
		const claimHours = await measureClaims(db, since, REPLIES_MIN);
		const roundUp = (hours: number | null | undefined) => (hours == null ? null : Math.max(1, Math.ceil(hours)));
		return { reply_hours: answers < REPLIES_MIN ? null : roundUp(p90_hours), claim_hours: roundUp(claimHours) };
	});
	return memoize(clock, CACHE_MS, async () => {
		const [alerts, { isOn }, hours] = await Promise.all([selectAlerts(db), selectPayoutSettings(db), readHours()]);
		const paused = isOn ? [] : [{ kind: 'withdrawals-paused' as const, wall: null, since: null }];
		const found = [...paused, ...alerts.flatMap((alert) => troubleOf(alert, walls))];
		const late = found.filter(({ kind }) => kind === 'rewards-late');
		const unpaid = ofWithdrawals.map((kind) => firstOf(found, kind)).find((each) => each !== undefined);
		const mails = firstOf(found, 'mails-late');
		return {
			at: clock.now(),
			wrong: [unpaid, ...eachWallOnce(late), mails].filter((each) => each !== undefined),
			country_data: networkTable.facts()?.attribution ?? null,
			...hours,
		};
	});
}

function troubleOf({ kind, raisedAt }: RaisedAlert, walls: PublicStatusDeps['walls']): Trouble[] {
	const [first = '', of] = kind.split(' ');
	const publicKind = kinds[first];
	if (!publicKind) return [];
	const trouble = { kind: publicKind, wall: null, since: Math.floor(raisedAt.getTime() / MINUTE_MS) * MINUTE_MS };
	if (publicKind !== 'rewards-late') return [trouble];
	const wall = walls.find(({ id, enabled }) => id === of && enabled);
	return wall ? [{ ...trouble, wall: wall.name }] : [];
}

function firstOf(troubles: readonly Trouble[], wanted: Trouble['kind']): Trouble | undefined {
	return troubles.find(({ kind }) => kind === wanted);
}

function eachWallOnce(troubles: readonly Trouble[]): Trouble[] {
	return [...new Map(troubles.toReversed().map((trouble) => [trouble.wall, trouble])).values()].reverse();
}
