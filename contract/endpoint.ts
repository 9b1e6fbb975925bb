import type { z } from 'zod';
import type { Access, Guard } from './call.ts';
import type { Permission } from './permissions.ts';

export type PermissionFor = Permission | ((parameters: Readonly<Record<string, string>>) => Permission);

/** `open`: credentials are not read. `owner`: the user `{uid}` of the path. */
type EndpointParts = Guard<Exclude<Access, 'admin'> | 'open' | 'owner' | 'session', PermissionFor> & {
	readonly summary: string;
	readonly query?: z.ZodType;
	readonly body?: z.ZodType;
	readonly answer?: z.ZodType;
	readonly answerType?: string;
	readonly isHidden?: true;
	/** Also accepts ID tokens of the installed app. */
	readonly takesIdToken?: true;
};

export type Endpoint = EndpointParts & {
	readonly tag: string;
	/** Error format; undefined where partners, vendors and monitors define it. */
	readonly errors?: 'CallError' | 'AuthError';
};

export function describeEndpoints<
	const Shared extends Pick<Endpoint, 'tag' | 'errors'>,
	const All extends Record<string, EndpointParts>,
>(shared: Shared, all: All): { [Address in keyof All]: All[Address] & Shared } {
	const entries = Object.entries(all).map(([address, endpoint]) => [address, { ...endpoint, ...shared }]);
	return Object.fromEntries(entries);
}
