import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import type { Page } from '../../contract/paging.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { type PagedHistory, useHistory } from '../lib/use-history.ts';

/** The calls that answer page by page. */
export type PagedCall = { [Name in CallName]: CallResult<Name> extends Page<unknown> ? Name : never }[CallName];
export type ItemOf<Name extends PagedCall> = CallResult<Name> extends Page<infer Item extends object> ? Item : never;
export type RequestOf<Name extends PagedCall> = Omit<NonNullable<CallPayload<Name>>, 'cursor'>;
type PageOf<Name extends PagedCall> = CallResult<Name> & Page<ItemOf<Name>>;

/** Under what the pages of a call are kept: to have them read again. */
export function adminPagesKey(name: PagedCall): readonly string[] {
	return ['admin', 'pages', name];
}

/** A list of the admin area, page by page, read again when an action may have changed it. */
export function useAdminPages<Name extends PagedCall>(
	name: Name,
	request: RequestOf<Name>,
): PagedHistory<ItemOf<Name>, PageOf<Name>> {
	const call = useCall();
	return useHistory([...adminPagesKey(name), request], async (cursor, signal) => {
		// That each of these calls takes a cursor and answers a page is what `PagedCall` says; TypeScript cannot follow it.
		return (await call(name, { ...request, cursor } as CallPayload<Name>, signal)) as PageOf<Name>;
	});
}
