import type { CallInput } from '../../../contract/calls.ts';
import type { AdminPayoutMethod } from '../../../contract/withdrawals/payout-methods.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { Database } from '../../lib/db/database.ts';
import { toCents } from './codes.ts';
import { type MethodRow, selectMethod, selectStock, updateMethod } from './store-codes.ts';

export async function adminGetPayoutMethods({ db }: { db: Database }): Promise<AdminPayoutMethod[]> {
	const { isOn, centsPerThousand, amountMin } = await selectMethod(db);
	const { free, given } = await selectStock(db);
	return [
		{
			method: 'gift-card',
			is_on: isOn,
			usd_per_thousand: centsPerThousand === null ? null : centsPerThousand / 100,
			amount_min: amountMin,
			free_codes: free.map(({ cents, count }) => ({ value: cents / 100, count })),
			given_codes: given,
		},
	];
}

export async function adminSetPayoutMethod(
	deps: ActionDeps,
	{ method, reason, ...given }: CallInput<'adminSetPayoutMethod'>,
	admin: AdminContext,
): Promise<AdminPayoutMethod> {
	await withAudit(deps, admin, { action: 'set-payout-method', reason }, async (tx, atMs) => {
		const before = await selectMethod(tx, { isLocked: true });
		const after = { isOn: given.is_on, centsPerThousand: toCents(given.usd_per_thousand), amountMin: given.amount_min };
		if (isLooser(before, after)) requireSecond(admin);
		await updateMethod(tx, after, new Date(atMs));
		return { result: undefined, change: { method, before, after } };
	});
	const [shown] = await adminGetPayoutMethods(deps);
	return shown as AdminPayoutMethod;
}

function isLooser(before: MethodRow, after: MethodRow): boolean {
	if (!after.isOn) return false;
	return !before.isOn || after.centsPerThousand > before.centsPerThousand || after.amountMin < before.amountMin;
}
