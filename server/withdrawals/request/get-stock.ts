import { callError } from '../../../contract/refusals.ts';
import type { Clock, Log } from '../../lib/clock-and-log.ts';
import { memoize } from '../../lib/jobs/semaphores.ts';
import type { Stock, Vendor } from '../vendors/vendor.ts';

const CACHE_MS = 5_000;

export type FindStock = () => Promise<Stock | undefined>;

export function createFindStock({ vendor, clock, log }: { vendor: Vendor; clock: Clock; log: Log }): FindStock {
	return memoize(clock, CACHE_MS, async () => {
		const answer = await vendor.stock();
		if (answer.kind === 'known') return answer.stock;
		if (answer.kind === 'unclear')
			log.warn({ vendor: vendor.name, problem: answer.problem }, "couldn't load the vendor's stock");
		return undefined;
	});
}

export async function getStock({ findStock }: { findStock: FindStock }): Promise<Stock> {
	const stock = await findStock();
	if (!stock) throw callError('unavailable', 'stock-unknown');
	return stock;
}
