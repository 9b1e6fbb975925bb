import type { CallInput, CallName, CallResult } from '../../contract/calls.ts';
import type { AdminContext } from '../accounts/with-audit.ts';

export type CallHandler<Name extends CallName, Deps, Caller, More = unknown> = (
	deps: Deps,
	input: CallInput<Name> & More,
	caller: Caller,
) => Promise<CallResult<Name>>;

export type StaffCall<Name extends CallName, Deps, More = unknown> = CallHandler<Name, Deps, AdminContext, More>;
