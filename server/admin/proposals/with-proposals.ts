import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, lockTarget, withAudit } from '../../accounts/with-audit.ts';
import { inTransaction } from '../../lib/db/database.ts';
import type { BoundCall, BoundCalls } from '../../lib/http/calls.ts';
import { insertProposal, type NewProposal, selectSameProposal } from './store-proposals.ts';

export function withProposals<Calls extends Partial<BoundCalls>>(deps: ActionDeps, handlers: Calls): Calls {
	const wrapped = Object.entries(handlers).map(([name, handler]): [string, BoundCall] => {
		const call = name as CallName;
		if (calls[call].access !== 'admin') return [name, handler];
		const canPropose = calls[call].output.safeParse({ proposal: '' }).success;
		return [
			name,
			async (input, caller) => {
				try {
					return await handler(input, caller);
				} catch (error) {
					if (!(error instanceof SecondPersonNeeded) || !(canPropose || error.about.own)) throw error;
					const proposal = await propose(deps, caller as AdminContext, {
						call,
						input: input as object,
						...error.about,
					});
					return error.about.own ? handler(input, caller) : { proposal };
				}
			},
		];
	});
	return Object.fromEntries(wrapped) as Calls;
}

type ProposalRequest = SecondPersonNeeded['about'] & { call: CallName; input: object };

/** Stores a proposal. The same request by the same admin returns the same one. */
function propose(deps: ActionDeps, admin: AdminContext, request: ProposalRequest): Promise<string> {
	const { call, uid, own } = request;
	const { reason = null } = request.input as { reason?: string | null };
	const action = own ? { action: own.action, reason } : { action: 'propose', reason, details: { call } };
	return inTransaction(deps.db, async (tx) => {
		if (uid !== undefined) await lockTarget(tx, uid);
		return withAudit<string>({ ...deps, db: tx }, admin, action, async (_, atMs) => {
			const proposed = { proposedBy: admin.actor.uid, proposedAt: new Date(atMs) };
			const same = own ? undefined : await selectSameProposal(tx, { ...request, ...proposed });
			if (same) return { result: same.id, change: undefined };
			const { expiresAfterHours } = await selectApprovalSettings(tx);
			const row = toRow(request, { reason, ...proposed }, expiresAfterHours);
			if (!(await insertProposal(tx, row))) return { result: row.id, change: undefined };
			await own?.alongside?.(tx, atMs);
			const change = own?.change ?? {
				...{ proposal: row.id, before: { state: 'none' }, after: { state: 'waiting' } },
				keeps: ['call', 'proposal', 'state'],
			};
			return { result: row.id, change: { ...change, owner: uid ?? null } };
		});
	});
}

function toRow(
	{ call, input, uid, amount, own }: ProposalRequest,
	proposed: Pick<NewProposal, 'reason' | 'proposedBy' | 'proposedAt'>,
	expiresAfterHours: number,
): NewProposal {
	const expiresAt = new Date(proposed.proposedAt.getTime() + expiresAfterHours * HOUR_MS);
	const about = { uid: uid ?? null, amount: amount ?? null, orderId: null, outcome: null, proof: null, ...proposed };
	if (!own) return { ...about, id: randomUUID(), kind: 'call', call, input, expiresAt };
	return { ...about, ...own, call: null, input: null, expiresAt: own.kind === 'settlement' ? null : expiresAt };
}
