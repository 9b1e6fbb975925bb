import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import type { Page } from '../../contract/paging.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { type PagedHistory, useHistory } from '../lib/use-history.ts';

export type PagedCall = { [Name in CallName]: CallResult<Name> extends Page<unknown> ? Name : never }[CallName];
export type ItemOf<Name extends PagedCall> = CallResult<Name> extends Page<infer Item extends object> ? Item : never;
export type RequestOf<Name extends PagedCall> = Omit<NonNullable<CallPayload<Name>>, 'cursor'>;
type PageOf<Name extends PagedCall> = CallResult<Name> & Page<ItemOf<Name>>;

export function adminPagesKey(name: PagedCall): readonly string[] {
	return ['admin', 'pages', name];
}

export function useAdminPages<Name extends PagedCall>(
	name: Name,
	request: RequestOf<Name>,
): PagedHistory<ItemOf<Name>, PageOf<Name>> {
	const call = useCall();
	return useHistory([...adminPagesKey(name), request], async (cursor, signal) => {
		return (await call(name, { ...request, cursor } as CallPayload<Name>, signal)) as PageOf<Name>;
	});
}
