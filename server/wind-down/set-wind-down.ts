import type { CallInput, CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { CLAIM_DAYS } from '../../contract/limits.ts';
import { callError } from '../../contract/refusals.ts';
import { requireSecond } from '../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { selectWindDown, takeBackWindDown, upsertWindDown } from './store-wind-down.ts';

export async function getWindDown({ db }: ActionDeps): Promise<CallResult<'getWindDown'>> {
	return { ends_at: (await selectWindDown(db))?.endsAt.getTime() ?? null };
}

export async function adminSetWindDown(
	deps: ActionDeps,
	{ ends_at, reason }: CallInput<'adminSetWindDown'>,
	admin: AdminContext,
): Promise<CallResult<'adminSetWindDown'>> {
	const endsAt = ends_at === null ? null : new Date(ends_at);
	const refused = callError('failed-precondition', 'service-end-date');
	if (endsAt) {
		const announced = await selectWindDown(deps.db);
		if (endsAt.getTime() < deps.clock.now() + CLAIM_DAYS * DAY_MS || (announced && endsAt <= announced.endsAt))
			throw refused;
		requireSecond(admin);
	}
	const action = endsAt ? 'announce-wind-down' : 'take-back-wind-down';
	await withAudit(deps, admin, { action, reason }, async (tx, atMs) => {
		const at = new Date(atMs);
		if (!(await (endsAt ? upsertWindDown(tx, { at, endsAt }) : takeBackWindDown(tx, at)))) throw refused;
		return { result: undefined, change: { after: { ends_at: endsAt } } };
	});
	return getWindDown(deps);
}
