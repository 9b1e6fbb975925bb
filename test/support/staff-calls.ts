import type { CallInput, CallName, CallResult } from '../../contract/calls.ts';
import type { Proposals } from '../../server/accounts/second-person.ts';
import type { ActionDeps, AdminContext } from '../../server/accounts/with-audit.ts';
import { decideProposal, listProposals } from '../../server/admin/proposals/decide-proposal.ts';
import { withProposals } from '../../server/admin/proposals/with-proposals.ts';
import type { BoundCalls } from '../../server/lib/http/calls.ts';

type Handlers = Readonly<Record<string, (deps: never, input: never, caller: never) => Promise<unknown>>>;
export type RequestAsStaff = <Name extends CallName>(
	call: Name,
	input: CallInput<Name>,
	admin: AdminContext,
) => Promise<CallResult<Name>>;

/** Calls that need approval create proposals, as in the product. */
export function bindStaffCalls(deps: ActionDeps, handlers: Handlers): RequestAsStaff {
	const proposals: Proposals<AdminContext> = {
		list: (filter, admin) => listProposals(deps, filter, admin),
		decide: (decision, admin) => decideProposal({ ...deps, execute: request }, decision, admin),
	};
	const given = { ...deps, proposals };
	const bound: Partial<BoundCalls> = Object.fromEntries(
		Object.entries(handlers).map(([name, handle]) => [name, (input, caller) => handle(given as never, input, caller)]),
	);
	const wrapped = withProposals(deps, bound);
	async function request(
		call: string,
		input: object | undefined,
		admin: AdminContext,
		calls = bound,
	): Promise<unknown> {
		return calls[call as CallName]?.(input as never, admin as never);
	}
	return (call, input, admin) => request(call, input as object, admin, wrapped) as never;
}
