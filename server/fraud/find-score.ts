import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { visitorOf } from '../lib/http/rate-limit.ts';
import { inTime } from '../lib/jobs/in-time.ts';
import type { Log } from '../lib/log.ts';
import type { NetworkTable } from '../lib/network-table.ts';
import { createIdentifiesUser } from './identifying-address.ts';
import { upsertPlace } from './store-places.ts';
import { CASE_SCORE_MIN, selectScoreNow } from './store-signals.ts';

export type FindScore = (user: { uid: string; ip: string; device: string }) => Promise<number>;

type Deps = {
	db: Database;
	clock: Clock;
	log: Log;
	networkTable: Pick<NetworkTable, 'findCountry' | 'findAsNumber'>;
	hostingNetworks: ReadonlySet<number>;
	trustedProxies: readonly string[];
};

const PATIENCE_MS = 2_000;

/** Returns the user's fraud score of this moment: infinite if it can't be computed within two seconds. */
export function createFindScore({ db, clock, log, networkTable, hostingNetworks, trustedProxies }: Deps): FindScore {
	const identifiesUser = createIdentifiesUser(trustedProxies);
	const findHostingNetwork = (address: string) => {
		const number = networkTable.findAsNumber(address);
		return number !== undefined && hostingNetworks.has(number) ? number : undefined;
	};

	async function compute({ uid, ip, device }: Parameters<FindScore>[0]): Promise<number> {
		const now = new Date(clock.now());
		return inTransaction(db, async (tx) => {
			if (identifiesUser(ip)) {
				const address = visitorOf(ip);
				await upsertPlace(tx, { uid, at: now, address, device, country: networkTable.findCountry(address) });
			}
			const { score, closedScore } = await selectScoreNow(tx, uid, { now, findHostingNetwork });
			return score < CASE_SCORE_MIN || score <= (closedScore ?? 0) ? 0 : score;
		});
	}

	return async (user) => {
		try {
			return await inTime(compute(user), PATIENCE_MS, () => new Error('the fraud score took too long'));
		} catch (error) {
			log.warn({ err: error, uid: user.uid }, 'no fraud score, so the withdrawal is held');
			return Number.POSITIVE_INFINITY;
		}
	};
}
