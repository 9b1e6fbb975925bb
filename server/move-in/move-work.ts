import type { CallInput } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { Move } from '../../contract/moves.ts';
import { countIdTokenUsers } from '../accounts/id-tokens/store-id-tokens.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { selectEarlyReversals, selectOpenItems, selectReports, settleItem } from './store-work.ts';

export async function adminGetMove({ db, clock }: ActionDeps): Promise<Move> {
	const since = new Date(clock.now() - 7 * DAY_MS);
	const reads = [
		selectReports(db),
		selectEarlyReversals(db),
		selectOpenItems(db),
		countIdTokenUsers(db, since),
	] as const;
	const [reports, before_move, open, app_users] = await Promise.all(reads);
	return { reports, before_move, open, app_users };
}

export async function adminDecideImported(
	deps: ActionDeps,
	{ uid, id, outcome, reason }: CallInput<'adminDecideImported'>,
	admin: AdminContext,
): Promise<{ done: true }> {
	return withAudit(deps, admin, { action: 'decide-imported', user: uid, reason }, async (tx) => {
		const isOpen = await settleItem(tx, { uid, id, outcome });
		const change = { before: { state: 'open' }, after: { state: outcome } };
		return { result: { done: true as const }, change: isOpen ? change : undefined };
	});
}
