import { callError } from '../../../contract/refusals.ts';
import { siteOf, tooOften } from './rate-limit.ts';

const RETRY_MS = 1_000;

export type BodySender = { uid: string | undefined; ip: string };

export function createBodyShares({ user, network, all }: { user: number; network: number; all: number }) {
	const taken = new Map<string, number>();
	const count = (key: string, by: number) => {
		const now = (taken.get(key) ?? 0) + by;
		if (now > 0) taken.set(key, now);
		else taken.delete(key);
	};

	/** @returns a release function. @throws CallError if the user, the network or the server has no share left. */
	return function take({ uid, ip }: BodySender): () => void {
		const shares = [[`user ${uid}`, user] as const, [`network ${siteOf(ip)}`, network] as const];
		if (shares.some(([key, max]) => (taken.get(key) ?? 0) >= max)) throw tooOften(RETRY_MS);
		if ((taken.get('all') ?? 0) >= all) throw callError('unavailable', 'overloaded');
		const keys = [...shares.map(([key]) => key), 'all'];
		for (const key of keys) count(key, 1);
		return () => {
			for (const key of keys.splice(0)) count(key, -1);
		};
	};
}
