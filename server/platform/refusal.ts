import { z } from 'zod';
import { parseJson } from '../lib/http/outbound.ts';

/** Error formats in openapi.json of creator-docs: numbered errors, Open Cloud v2, the game-passes service. */
const refusal = z.union([
	z
		.object({ errors: z.array(z.object({ code: z.union([z.number(), z.string()]) })).min(1) })
		.transform(({ errors }) => String(errors[0]?.code)),
	z.object({ errorCode: z.string() }).transform(({ errorCode }) => errorCode),
	z.object({ code: z.union([z.number(), z.string()]) }).transform(({ code }) => String(code)),
]);

/** Anything else, such as 401 or a moved address, says nothing about what the platform has. */
export function saysNoneExists({ status, code }: { status: number; code: string }): boolean {
	return status === 404 || /notfound$/i.test(code);
}

export function readRefusal(text: string): { code: string } {
	const parsed = refusal.safeParse(parseJson(text));
	return { code: parsed.success ? parsed.data : '' };
}
