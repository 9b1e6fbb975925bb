import { z } from 'zod';
import { defineCall, defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf } from '../paging.ts';
import { listFields, reason, timeListOf } from './fields.ts';

/** Nothing has changed yet: the call needs a second admin. */
export const proposed = z.object({ proposal: z.string(), applies_at: z.number().optional() });

export const siteModes = ['team', 'solo'] as const;
export type SiteMode = (typeof siteModes)[number];
export const firstSteps = ['email', 'partner', 'vendor', 'second-person', 'backup'] as const;
export type FirstStep = (typeof firstSteps)[number];

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
	/** The caller has the permission of the proposed call. */
	is_allowed: z.boolean(),
	proposed_at: z.number(),
	expires_at: z.number().nullable(),
	applies_at: z.number().nullable(),
	/** An id of all zeros is the server's operator. */
	decided_by: z.string().nullable(),
	decided_at: z.number().nullable(),
});
export type Proposal = z.output<typeof proposal>;

const mode = z.enum(siteModes);
const stopped = z.object({ stopped: z.literal(true) });

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
	adminStopProposal: defineStaffCall('decide-proposals', {
		input: z.strictObject({ id: z.uuid(), reason }),
		output: stopped,
	}),
	adminGetFirstRun: defineStaffCall('read-staff', {
		input: noPayload,
		output: z.object({
			mode,
			may_choose: z.boolean(),
			limit: z.number(),
			steps: z.array(z.object({ step: z.enum(firstSteps), is_done: z.boolean() })),
		}),
	}),
	adminSetSiteMode: defineStaffCall('change-staff', {
		input: z.strictObject({ mode, reason }),
		output: z.object({ mode }),
	}),
	stopProposal: defineCall({ access: 'anonymous', input: z.strictObject({ code: z.string() }), output: stopped }),
};

export type ProposalsRequest = z.output<typeof proposalCalls.adminGetProposals.input>;
