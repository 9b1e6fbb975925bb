import type { CallInput, CallName, CallResult } from '../../contract/calls.ts';
import type { Actor } from './http/callers.ts';

export type CallHandler<Name extends CallName, Deps, Caller, More = unknown> = (
	deps: Deps,
	input: CallInput<Name> & More,
	caller: Caller,
) => Promise<CallResult<Name>>;

export type UserCall<Name extends CallName, Deps, Needs extends keyof Actor = 'uid'> = CallHandler<
	Name,
	Deps,
	{ actor: Pick<Actor, 'uid' | Needs> }
>;

/** For calls whose answer does not depend on the caller. */
export type OpenCall<Name extends CallName, Deps> = (deps: Deps, input: CallInput<Name>) => Promise<CallResult<Name>>;
