import { sql } from 'kysely';
import { type DbDeps, rowsOf } from '../../lib/db/database.ts';
import { adoptSent } from '../../withdrawals/payouts/reconcile-withdrawal.ts';
import { MANUAL } from '../../withdrawals/vendors/manual.ts';
import type { Vendor } from '../../withdrawals/vendors/vendor.ts';
import type { Findings } from './restored-site.ts';

export type CheckDeps = DbDeps & {
	vendors: ReadonlyMap<string, Vendor>;
	publish: (uid: string) => void;
	wakePayouts: () => void;
};

/** Marks orders that their vendor knows as sent. @returns false while a vendor's answer is unclear. */
export async function checkVendorsAfterRestore(deps: CheckDeps): Promise<boolean> {
	const restorations = await rowsOf<{ id: number; findings: Findings }>(deps.db)`
		select id, findings from restorations where asked_at is null
	`;
	let isClear = true;
	for (const { id, findings } of restorations) {
		const orders = [];
		for (const order of findings.orders) orders.push({ ...order, theirs: await findVendorStatus(deps, order) });
		const isAnswered = orders.every(({ theirs }) => theirs !== null);
		await sql`
			update restorations set findings = ${JSON.stringify({ ...findings, orders })}::jsonb,
				asked_at = case when ${isAnswered} then now() end
			where id = ${id}
		`.execute(deps.db);
		isClear = isClear && isAnswered;
	}
	if (restorations.length > 0) deps.wakePayouts();
	return isClear;
}

async function findVendorStatus(deps: CheckDeps, order: Findings['orders'][number]): Promise<string | null> {
	if (order.theirs !== null) return order.theirs;
	// The list of manual payouts is in the database that was restored.
	if (order.vendor === MANUAL) return 'ask the admins who made manual payouts since';
	const vendor = deps.vendors.get(order.vendor);
	if (!vendor) return 'not set up';
	const answer = await vendor.info(order.order_id);
	if (answer.kind === 'unclear') return null;
	if (answer.kind === 'no-such-order') return 'unknown';
	await adoptSent(deps, order.order_id, answer);
	return answer.order.status;
}
