import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { authErrorSlugs, callErrorCodeFromStatus, callErrors } from '../../contract/errors.ts';

const identity = { reason: z.string(), params: z.looseObject({}).optional() };
const callError = z.strictObject({
	error: z.strictObject({ status: z.string(), message: z.string().min(1), details: z.looseObject(identity) }),
});
const authError = z.strictObject({
	code: z.enum(authErrorSlugs.map((slug) => `auth/${slug}` as const)),
	message: z.string().min(1),
	...identity,
});

/** Server internals: stack traces, paths, database errors. */
const INSIDE =
	/\n\s+at |node_modules|\/server\/|\.ts:\d+|violates |syntax error|relation "|column "|invalid input syntax|ECONNREFUSED/;

export const RAW =
	/Invalid (?:input|option|UUID|GUID|email|URL|string|JSON|key|element|discriminator|ISO|number|date)|expected .*received|Too (?:big|small): |Unrecognized keys?:|✖|→ at /;

export type Answer = { status: number; contentType: string; body: string };

export function judgeAnswer({ answer: schema = z.unknown(), errors }: Endpoint, answer: Answer): string | undefined {
	const wrong = judgeAnything(answer);
	if (wrong) return wrong;
	if (answer.status >= 400) return errors === 'AuthError' ? judgeAuthError(answer) : judgeCallError(answer);
	const result = schema.safeParse(parse(answer.body));
	return result.success ? undefined : `a result that the contract does not know: ${result.error.message}`;
}

function judgeAuthError({ body }: Answer): string | undefined {
	return authError.safeParse(parse(body)).success ? undefined : 'an error outside the closed list';
}

export function judgeAnything({ status, body }: Answer): string | undefined {
	if (status >= 500) return `HTTP ${status}`;
	if (status >= 400 && RAW.test(body)) return `a validator's own text: ${RAW.exec(body)?.[0]}`;
	if (INSIDE.test(body)) return `tells of the inside: ${INSIDE.exec(body)?.[0]}`;
	return undefined;
}

function judgeCallError({ status, body }: Answer): string | undefined {
	const parsed = callError.safeParse(parse(body));
	if (!parsed.success) return 'an error in no known form';
	const code = callErrorCodeFromStatus(parsed.data.error.status);
	if (!code) return `the unknown status ${parsed.data.error.status}`;
	const http = code === 'unimplemented' ? 404 : callErrors[code].http;
	// Oversized requests are refused before routing.
	const isTooLong = status === 413 || status === 414 || status === 415;
	return http === status || isTooLong ? undefined : `HTTP ${status} with ${parsed.data.error.status}`;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
