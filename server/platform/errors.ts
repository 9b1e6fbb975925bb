import { z } from 'zod';
import { parseJson } from '../lib/http/outbound.ts';

/** The platform gave no definite response, so callers may conclude nothing. */
export class PlatformUnavailable extends Error {
	override readonly name = 'PlatformUnavailable';
}

export function rejected(what: string, { status, code }: { status: number; code: string }): PlatformUnavailable {
	return new PlatformUnavailable(`the platform rejected ${what}: ${status} ${code}`);
}

/**
 * Formats of the platform's errors (openapi.json of creator-docs): numbered errors, Open Cloud v2, the game-passes
 * service.
 */
const refusal = z.union([
	z
		.object({ errors: z.array(z.object({ code: z.union([z.number(), z.string()]) })).min(1) })
		.transform(({ errors }) => String(errors[0]?.code)),
	z.object({ errorCode: z.string() }).transform(({ errorCode }) => errorCode),
	z.object({ code: z.union([z.number(), z.string()]) }).transform(({ code }) => String(code)),
]);

/** True only for a definite "not found". Other errors, such as 401 or a moved address, say nothing about what exists. */
export function saysNoneExists({ status, code }: { status: number; code: string }): boolean {
	return status === 404 || /notfound$/i.test(code);
}

export function readRefusal(text: string): { code: string } {
	const parsed = refusal.safeParse(parseJson(text));
	return { code: parsed.success ? parsed.data : '' };
}
