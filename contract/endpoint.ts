import type { z } from 'zod';
import type { Access } from './call.ts';

/** One address of the server: who may ask it, with what, and what it answers. Its key is `METHOD /path/{parameter}`. */
export type Endpoint = {
	readonly tag: string;
	readonly summary: string;
	/** `open`: credentials unread. `owner`: of the `{uid}` in the address. `session`: cookie or session token. */
	readonly access: Access | 'open' | 'owner' | 'session';
	readonly query?: z.ZodType;
	readonly body?: z.ZodType;
	readonly answer?: z.ZodType;
	readonly answerType?: string;
	/** The form of its refusals; undefined where partners, vendors and monitors have forms of their own. */
	readonly errors?: 'CallError' | 'AuthError';
	/** A tool of the site, left out of the OpenAPI description. */
	readonly isHidden?: true;
};

type Told = Omit<Endpoint, 'tag' | 'errors'>;

export function describeEndpoints<
	const Shared extends Pick<Endpoint, 'tag' | 'errors'>,
	const All extends Record<string, Told>,
>(shared: Shared, all: All): { [Address in keyof All]: All[Address] & Shared } {
	const entries = Object.entries(all).map(([address, endpoint]) => [address, { ...endpoint, ...shared }]);
	return Object.fromEntries(entries);
}
