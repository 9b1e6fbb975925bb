import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { PlainReason } from './refusals.ts';

/** Who may call, enforced by the server's binder; a payload never names the caller. `thread`: a user, or who has its token. */
export type Access = 'anonymous' | 'user' | 'thread' | 'admin';

/** `admin`: the staff, and of them whoever has the permission. */
export type Guard<Others extends string = Exclude<Access, 'admin'>, Named = Permission> =
	| { readonly access: 'admin'; readonly permission: Named }
	| { readonly access: Others; readonly permission?: never };

export type Call<
	Input extends z.ZodType = z.ZodType,
	Output extends z.ZodType = z.ZodType,
	Who extends Access = Access,
> = { readonly access: Who } & Guard & {
		/** The specification's sentence for a caller who is not signed in. */
		readonly signedOutReason?: PlainReason;
		/** For a payload larger than the usual limit: the caller is then authenticated before the body is read. */
		readonly bodyBytesMax?: number;
		/** A payload that does not fit is refused with `invalid-argument`. */
		readonly input: Input;
		/** The result's fields. Fields that are not listed here cannot leave the server. */
		readonly output: Output;
	};

/** Keeps `access` as a literal, from which the handler's caller is typed. */
export function defineCall<Input extends z.ZodType, Output extends z.ZodType, const Who extends Access>(
	call: Call<Input, Output, Who>,
): Call<Input, Output, Who> {
	return call;
}
