import type { z } from 'zod';
import type { Access, Guard } from './call.ts';
import type { Permission } from './permissions.ts';

/** Of what stands in the address, where it is not the same for all of it. */
export type PermissionFor = Permission | ((parameters: Readonly<Record<string, string>>) => Permission);

/** `open`: credentials unread. `owner`: of the `{uid}` in the address. `session`: cookie or session token. */
type Told = Guard<Exclude<Access, 'admin'> | 'open' | 'owner' | 'session', PermissionFor> & {
	readonly summary: string;
	readonly query?: z.ZodType;
	readonly body?: z.ZodType;
	readonly answer?: z.ZodType;
	readonly answerType?: string;
	/** A tool of the site, left out of the OpenAPI description. */
	readonly isHidden?: true;
};

/** One address of the server: who may ask it, with what, and what it answers. Its key is `METHOD /path/{parameter}`. */
export type Endpoint = Told & {
	readonly tag: string;
	/** The form of its refusals; undefined where partners, vendors and monitors have forms of their own. */
	readonly errors?: 'CallError' | 'AuthError';
};

export function describeEndpoints<
	const Shared extends Pick<Endpoint, 'tag' | 'errors'>,
	const All extends Record<string, Told>,
>(shared: Shared, all: All): { [Address in keyof All]: All[Address] & Shared } {
	const entries = Object.entries(all).map(([address, endpoint]) => [address, { ...endpoint, ...shared }]);
	return Object.fromEntries(entries);
}
