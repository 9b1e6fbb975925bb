import { z } from 'zod';
import { parseJson } from '../lib/http/outbound.ts';

/**
 * The platform's services refuse in three different shapes. Source: creator-docs, openapi.json: most answer a list of
 * numbered errors, Open Cloud v2 a code and a message, the game-passes service its own pair of names.
 */
const refusal = z.union([
	z
		.object({ errors: z.array(z.object({ code: z.union([z.number(), z.string()]) })).min(1) })
		.transform(({ errors }) => String(errors[0]?.code)),
	z.object({ errorCode: z.string() }).transform(({ errorCode }) => errorCode),
	z.object({ code: z.union([z.number(), z.string()]) }).transform(({ code }) => String(code)),
]);

/** @returns the refusal's code as text; empty when the body is in none of the known shapes. */
export function readRefusal(text: string): { code: string } {
	const parsed = refusal.safeParse(parseJson(text));
	return { code: parsed.success ? parsed.data : '' };
}
