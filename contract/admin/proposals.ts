import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import { listFields, reason, timeListOf } from './fields.ts';

/** The result of a call that needs a second admin's approval; nothing has changed yet. */
export const proposed = z.object({ proposal: z.string() });

export const proposalStates = ['waiting', 'done', 'refused', 'withdrawn', 'expired', 'overtaken'] as const;
export const proposalKinds = ['adjustment', 'settlement', 'call'] as const;
export const proposalDecisions = ['approve', 'refuse', 'withdraw'] as const;

const proposal = z.object({
	id: z.string(),
	kind: z.enum(proposalKinds),
	call: z.string(),
	title: z.string(),
	input: z.record(z.string(), z.unknown()),
	uid: z.string().nullable(),
	user_name: z.string().nullable(),
	order_id: z.string().nullable(),
	amount: z.number().nullable(),
	reason: z.string().nullable(),
	state: z.enum(proposalStates),
	proposed_by: z.string(),
	proposer_name: z.string().nullable(),
	is_own: z.boolean(),
	/** True if the caller has the permission that the proposed call needs. */
	is_allowed: z.boolean(),
	proposed_at: z.number(),
	expires_at: z.number().nullable(),
	/** An id of all zeros is the server's operator. */
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type Proposal = z.output<typeof proposal>;

export const proposalCalls = {
	adminGetProposals: defineStaffCall('read-proposals', {
		input: z
			.strictObject({ state: z.enum(proposalStates).nullish(), kind: z.enum(proposalKinds).nullish(), ...listFields })
			.transform(({ state, kind, ...list }) => ({
				...timeListOf(list),
				state: state ?? undefined,
				kind: kind ?? undefined,
			})),
		output: pageOf(proposal),
	}),
	/** Approval needs another admin with the call's permission; only the proposer may withdraw. */
	adminDecideProposal: defineStaffCall('decide-proposals', {
		input: z.strictObject({ id: z.uuid(), decision: z.enum(proposalDecisions), reason }),
		output: proposal,
	}),
};

export type ProposalsRequest = z.output<typeof proposalCalls.adminGetProposals.input>;
