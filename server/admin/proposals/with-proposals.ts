import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import {
	readSiteMode,
	requireFreshSecondFactor,
	SOLO_WAIT_MS,
	selectOwnerAddresses,
} from '../../accounts/site-mode.ts';
import { type ActionDeps, type AdminContext, lockTarget, withAudit } from '../../accounts/with-audit.ts';
import { inTransaction, type Tx } from '../../lib/db/database.ts';
import type { BoundCall, BoundCalls } from '../../lib/http/calls.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { orderMails } from '../../notifications/mail-order.ts';
import { WATCH_PAYOUTS_TASK } from '../../withdrawals/withdrawal.ts';
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
					const { id: proposal, appliesAt } = await propose(deps, caller as AdminContext, {
						call,
						input: input as object,
						...error.about,
					});
					if (error.about.own) return await handler(input, caller);
					return { proposal, ...(appliesAt && { applies_at: appliesAt.getTime() }) };
				}
			},
		];
	});
	return Object.fromEntries(wrapped) as Calls;
}

type Proposed = Pick<NewProposal, 'id' | 'appliesAt'>;
type ProposalRequest = SecondPersonNeeded['about'] & { call: CallName; input: object };

function propose(deps: ActionDeps, admin: AdminContext, request: ProposalRequest): Promise<Proposed> {
	const { call, uid, own } = request;
	const { reason = null } = request.input as { reason?: string | null };
	const action = own ? { action: own.action, reason } : { action: 'propose', reason, details: { call } };
	return inTransaction(deps.db, async (tx) => {
		if (uid !== undefined) await lockTarget(tx, uid);
		const nowMs = deps.clock.now();
		const isSolo = (await readSiteMode(tx, nowMs)) === 'solo';
		if (isSolo) await requireFreshSecondFactor(tx, { ...admin.actor, nowMs });
		const inMode = { ...admin, mode: isSolo ? ('solo' as const) : undefined };
		return withAudit<Proposed>({ ...deps, db: tx }, inMode, action, async (_, atMs) => {
			const proposed = { proposedBy: admin.actor.uid, proposedAt: new Date(atMs) };
			const same = own ? undefined : await selectSameProposal(tx, { ...request, ...proposed });
			if (same) return { result: same, change: undefined };
			const { expiresAfterHours } = await selectApprovalSettings(tx);
			const appliesAt = isSolo ? new Date(atMs + SOLO_WAIT_MS) : null;
			const row = toRow(request, { reason, appliesAt, ...proposed }, expiresAfterHours);
			if (!(await insertProposal(tx, row))) return { result: row, change: undefined };
			await own?.alongside?.(tx, atMs);
			if (appliesAt) await announce(tx, { proposal: row.id, call, appliesAt: appliesAt.getTime() });
			const change = own?.change ?? {
				...{ proposal: row.id, before: { state: 'none' }, after: { state: 'waiting' } },
				keeps: ['call', 'proposal', 'state'],
			};
			return { result: row, change: { ...change, owner: uid ?? null } };
		});
	});
}

async function announce(tx: Tx, change: { proposal: string; call: CallName; appliesAt: number }): Promise<void> {
	const { call, ...about } = change;
	const order = { kind: 'solo-change', title: calls[call].title ?? call, ...about } as const;
	const owners = await selectOwnerAddresses(tx, about.appliesAt);
	const orders = owners.map((owner) => ({ ...order, ...owner }));
	await orderMails(tx, orders);
	await enqueue(tx, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK);
}

function toRow(
	{ call, input, uid, amount, own }: ProposalRequest,
	proposed: Pick<NewProposal, 'reason' | 'appliesAt' | 'proposedBy' | 'proposedAt'>,
	expiresAfterHours: number,
): NewProposal {
	const expiresAt = new Date(proposed.proposedAt.getTime() + expiresAfterHours * HOUR_MS);
	const about = { uid: uid ?? null, amount: amount ?? null, orderId: null, outcome: null, proof: null, ...proposed };
	if (!own) return { ...about, id: randomUUID(), kind: 'call', call, input, expiresAt };
	return { ...about, ...own, call: null, input: null, expiresAt: own.kind === 'settlement' ? null : expiresAt };
}
