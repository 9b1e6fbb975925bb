import type { z } from 'zod';
import type { PlainReason } from './refusals.ts';

/** Who may make a call. The server's binder enforces it; a payload never names the caller. */
export type Access = 'anonymous' | 'user' | 'admin';

export type Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
	readonly access: Access;
	/** Why somebody who is not signed in is refused, where the specification has a sentence for it. */
	readonly signedOutReason?: PlainReason;
	/** Parses `data` of the request. A refusal is `invalid-argument`. */
	readonly input: Input;
	/** Serialises the result: a field that is not listed here cannot leave the server. */
	readonly output: Output;
};

/** Declares one callable. Its name is its key in `calls`. */
export function defineCall<Input extends z.ZodType, Output extends z.ZodType>(
	call: Call<Input, Output>,
): Call<Input, Output> {
	return call;
}
