import type { z } from 'zod';
import type { Access } from './call.ts';

/** One address of the server: who may ask it, with what, and what it answers. Its key is `METHOD /path/{parameter}`. */
export type Endpoint = {
	readonly tag: string;
	readonly summary: string;
	/**
	 * `open`: credentials are not looked at. `owner`: the user whose `{uid}` is in the address. `session`: whoever brings a
	 * browser's cookie, or an app's session token as the bearer.
	 */
	readonly access: Access | 'open' | 'owner' | 'session';
	readonly query?: z.ZodType;
	readonly body?: z.ZodType;
	readonly answer?: z.ZodType;
	/** Where the answer is not JSON. */
	readonly answerType?: string;
	/** The form of its refusals; undefined where partners, vendors and monitors have forms of their own. */
	readonly errors?: 'CallError' | 'AuthError';
	/** Belongs to the tools of the site; the OpenAPI does not tell of it. */
	readonly isHidden?: true;
};

type Told = Omit<Endpoint, 'tag' | 'errors'>;

/** Declares endpoints that share a tag and a form of refusals. */
export function describeEndpoints<
	const Shared extends Pick<Endpoint, 'tag' | 'errors'>,
	const All extends Record<string, Told>,
>(shared: Shared, all: All): { [Address in keyof All]: All[Address] & Shared } {
	const entries = Object.entries(all).map(([address, endpoint]) => [address, { ...endpoint, ...shared }]);
	return Object.fromEntries(entries);
}
