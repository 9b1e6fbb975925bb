import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import type { BoundCall, BoundCalls } from '../../lib/http/calls.ts';
import { insertProposal, selectSameProposal } from './store-proposals.ts';

/** Where a call needs a second person, the request is stored as a proposal, and the answer is its id: nothing has changed. */
export function withProposals(deps: ActionDeps, handlers: BoundCalls): BoundCalls {
	const wrapped = Object.entries(handlers).map(([name, handler]): [string, BoundCall] => {
		const call = name as CallName;
		const canPropose = calls[call].access === 'admin' && calls[call].output.safeParse({ proposal: '' }).success;
		if (!canPropose) return [name, handler];
		return [
			name,
			async (input, caller) => {
				try {
					return await handler(input, caller);
				} catch (error) {
					if (!(error instanceof SecondPersonNeeded)) throw error;
					return propose(deps, caller as AdminContext, { call, input: input as object, ...error.about });
				}
			},
		];
	});
	return Object.fromEntries(wrapped);
}

type Asked = { call: CallName; input: object; uid?: string; amount?: number };

/** The same asked twice by the same person is one proposal. */
function propose(
	deps: ActionDeps,
	admin: AdminContext,
	{ call, input, uid, amount }: Asked,
): Promise<{ proposal: string }> {
	const { reason = null } = input as { reason?: string | null };
	return withAudit(deps, admin, { action: 'propose', reason, details: { call } }, async (tx, atMs) => {
		const [proposedBy, proposedAt] = [admin.actor.uid, new Date(atMs)];
		const same = await selectSameProposal(tx, { call, input, proposedBy, now: proposedAt });
		if (same) return { result: { proposal: same.id }, change: undefined };
		const { expiresAfterHours } = await selectApprovalSettings(tx);
		const expiresAt = new Date(atMs + expiresAfterHours * HOUR_MS);
		const id = randomUUID();
		const about = { uid: uid ?? null, amount: amount ?? null };
		await insertProposal(tx, { id, call, input, ...about, reason, proposedBy, proposedAt, expiresAt });
		const change = { proposal: id, before: { state: 'none' }, after: { state: 'waiting' }, owner: about.uid };
		return { result: { proposal: id }, change };
	});
}
