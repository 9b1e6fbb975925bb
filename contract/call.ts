import type { z } from 'zod';
import type { PlainReason } from './refusals.ts';

/** Who may call, enforced by the server's binder; a payload never names the caller. */
export type Access = 'anonymous' | 'user' | 'admin';

export type Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
	readonly access: Access;
	/** The specification's sentence for somebody who is not signed in. */
	readonly signedOutReason?: PlainReason;
	/** A payload that does not fit is refused with `invalid-argument`. */
	readonly input: Input;
	/** The result's fields: what is not listed here cannot leave the server. */
	readonly output: Output;
};

export function defineCall<Input extends z.ZodType, Output extends z.ZodType>(
	call: Call<Input, Output>,
): Call<Input, Output> {
	return call;
}
