import type { CallInput, CallResult } from '../../contract/calls.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import type { TermsDeps } from './bounty-terms.ts';
import { figuresIn, switchSource } from './store-sources.ts';

export async function adminGetSources(
	{ db, payoutCostOfThousand: cost }: TermsDeps,
	period: CallInput<'adminGetSources'>,
): Promise<CallResult<'adminGetSources'>> {
	const { rows } = await figuresIn(period).execute(db);
	const items = rows.map(({ bounties, ...row }) => {
		const left = row.earned_usd - row.reversed_usd;
		return { ...row, margin_usd: cost === undefined ? null : left - ((row.paid + bounties) / 1_000) * cost };
	});
	return { items };
}

export function adminSwitchSource(
	deps: ActionDeps,
	{ reason, ...source }: CallInput<'adminSwitchSource'>,
	admin: AdminContext,
): Promise<CallResult<'adminSwitchSource'>> {
	return withAudit(deps, admin, { action: 'switch-source', reason }, async (tx) => {
		const changed = await switchSource(tx, source);
		return { result: { changed }, change: changed ? source : undefined };
	});
}
