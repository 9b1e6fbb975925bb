import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { PlainReason } from './refusals.ts';

/** `thread`: a user, or the holder of the thread's token. */
export type Access = 'anonymous' | 'user' | 'thread' | 'admin';

export type Guard<Others extends string = Exclude<Access, 'admin'>, Named = Permission> =
	| { readonly access: 'admin'; readonly permission: Named }
	| { readonly access: Others; readonly permission?: never };

export type Call<
	Input extends z.ZodType = z.ZodType,
	Output extends z.ZodType = z.ZodType,
	Who extends Access = Access,
> = { readonly access: Who } & Guard & {
		readonly title?: string;
		readonly signedOutReason?: PlainReason;
		/** Larger bodies are read only after authentication. */
		readonly bodyBytesMax?: number;
		readonly input: Input;
		/** Fields not listed here cannot leave the server. */
		readonly output: Output;
	};

export function defineCall<Input extends z.ZodType, Output extends z.ZodType, const Who extends Access>(
	call: Call<Input, Output, Who>,
): Call<Input, Output, Who> {
	return call;
}

type StaffCall<Input extends z.ZodType, Output extends z.ZodType> = Omit<
	Call<Input, Output, 'admin'>,
	'access' | 'permission' | 'signedOutReason'
>;

export function defineStaffCall<Input extends z.ZodType, Output extends z.ZodType>(
	permission: Permission,
	call: StaffCall<Input, Output>,
): Call<Input, Output, 'admin'> {
	return { access: 'admin', permission, ...call };
}
