import type { AdminVendorFunds } from '../../../contract/withdrawals/payout-controls.ts';
import type { DbDeps } from '../../lib/db/database.ts';

import { memoize } from '../../lib/jobs/semaphores.ts';
import type { Vendor } from '../vendors/vendor.ts';
import { selectOpenCircuits } from './store-safety.ts';

const CACHE_MS = 10_000;

type Known = Omit<AdminVendorFunds, 'circuit'>;
type Named = Pick<Vendor, 'name'>;
type FundsDeps = DbDeps & { vendors: ReadonlyMap<string, Vendor>; currentVendor: Named };
export type GetVendorFunds = () => Promise<AdminVendorFunds[]>;

/** Caches failures too, so that no outdated figure is shown. */
export function createGetVendorFunds({ db, clock, vendors, currentVendor }: FundsDeps): GetVendorFunds {
	const queryAll = memoize(clock, CACHE_MS, () => {
		const nowMs = clock.now();
		return Promise.all([...vendors.values()].map((vendor) => queryVendor(vendor, currentVendor.name, nowMs)));
	});

	return async () => {
		const answers = queryAll();
		const open = await selectOpenCircuits(db, new Date(clock.now()));
		return (await answers).map((funds) => {
			const circuit = open.find(({ vendor }) => vendor === funds.vendor);
			const shown = circuit && { reason: circuit.reason, open_until: circuit.openUntil.getTime() };
			return { ...funds, circuit: shown ?? null };
		});
	};
}

async function queryVendor(vendor: Vendor, currentVendor: string, nowMs: number): Promise<Known> {
	const [balance, stock, levels] = await Promise.all([vendor.balance(), vendor.stock(), vendor.stockLevels()]);
	return {
		vendor: vendor.name,
		is_current: vendor.name === currentVendor,
		balance_state: stateOf(balance),
		balance_usd: balance.kind === 'known' ? balance.usd : null,
		stock_state: stateOf(stock),
		stock: stock.kind === 'known' ? stock.stock : null,
		levels: levels.kind === 'known' ? levels.levels : null,
		asked_at: nowMs,
	};
}

function stateOf({ kind }: { kind: 'known' | 'not-offered' | 'unclear' }): AdminVendorFunds['stock_state'] {
	return kind === 'unclear' ? 'away' : kind;
}
