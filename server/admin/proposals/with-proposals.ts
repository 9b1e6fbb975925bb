import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { selectAdjustmentSettings } from '../../adjustments/store.ts';
import { insertProposal, selectSameProposal } from './store-proposals.ts';

type Handler = (input: unknown, admin: AdminContext) => Promise<unknown>;

/** Where a call wants a second person, what was asked is kept, and its number is the answer: nothing has changed. */
export function withProposals<Handlers extends object>(deps: ActionDeps, handlers: Handlers): Handlers {
	const wrapped = Object.entries(handlers).map(([name, handler]): [string, Handler] => {
		const call = name as CallName;
		if (!calls[call].output.safeParse({ proposal: '' }).success) return [name, handler];
		return [
			name,
			async (input, admin) => {
				try {
					return await (handler as Handler)(input, admin);
				} catch (error) {
					if (!(error instanceof SecondPersonNeeded)) throw error;
					return propose(deps, admin, { call, input: input as object, ...error.about });
				}
			},
		];
	});
	return Object.fromEntries(wrapped) as Handlers;
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
		const { expiresAfterHours } = await selectAdjustmentSettings(tx);
		const expiresAt = new Date(atMs + expiresAfterHours * HOUR_MS);
		const id = randomUUID();
		const about = { uid: uid ?? null, amount: amount ?? null };
		await insertProposal(tx, { id, call, input, ...about, reason, proposedBy, proposedAt, expiresAt });
		const change = { proposal: id, before: { state: 'none' }, after: { state: 'waiting' }, owner: about.uid };
		return { result: { proposal: id }, change };
	});
}
