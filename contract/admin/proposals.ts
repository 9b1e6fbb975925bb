import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import { listFields, reason, timeListOf } from './fields.ts';

/** What a call answers that wants a second person: nothing has changed, and this waits for somebody else's word. */
export const proposed = z.object({ proposal: z.string() });

export const proposalStates = ['waiting', 'done', 'refused', 'withdrawn', 'expired', 'overtaken'] as const;
export const proposalKinds = ['adjustment', 'settlement', 'call'] as const;
export const proposalDecisions = ['approve', 'refuse', 'withdraw'] as const;

const proposal = z.object({
	id: z.string(),
	kind: z.enum(proposalKinds),
	/** What an approval does, by the call's name. */
	call: z.string(),
	/** What it is asked with. */
	input: z.record(z.string(), z.unknown()),
	/** Whose it is about, if anybody's. */
	uid: z.string().nullable(),
	user_name: z.string().nullable(),
	order_id: z.string().nullable(),
	/** R$ that it moves, or may give away. */
	amount: z.number().nullable(),
	/** Null once the account is deleted. */
	reason: z.string().nullable(),
	state: z.enum(proposalStates),
	proposed_by: z.string(),
	proposer_name: z.string().nullable(),
	/** Whoever asks has proposed it, and so cannot approve it. */
	is_own: z.boolean(),
	/** Whoever asks may do it themselves: then they may approve or refuse what somebody else proposed. */
	is_allowed: z.boolean(),
	proposed_at: z.number(),
	expires_at: z.number().nullable(),
	/** All zeros: whoever has the machine. */
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type Proposal = z.output<typeof proposal>;

export const proposalCalls = {
	/** Newest first unless it says otherwise. */
	adminGetProposals: defineCall({
		access: 'admin',
		permission: 'read-proposals',
		input: z
			.strictObject({ state: z.enum(proposalStates).nullish(), kind: z.enum(proposalKinds).nullish(), ...listFields })
			.transform(({ state, kind, ...list }) => ({
				...timeListOf(list),
				state: state ?? undefined,
				kind: kind ?? undefined,
			})),
		output: pageOf(proposal),
	}),
	/** Approved by another person than its proposer, who could have asked for it too; withdrawn by the proposer alone. */
	adminDecideProposal: defineCall({
		access: 'admin',
		permission: 'decide-proposals',
		input: z.strictObject({ id: z.uuid(), decision: z.enum(proposalDecisions), reason }),
		output: proposal,
	}),
};

export type ProposalsRequest = z.output<typeof proposalCalls.adminGetProposals.input>;
