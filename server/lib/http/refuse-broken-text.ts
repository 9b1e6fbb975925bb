import type { FastifyRequest } from 'fastify';

/**
 * A hook that refuses a text that PostgreSQL has no place for: a NUL in `text`, half a surrogate pair in `jsonb`.
 * @throws Error with the status 400, for whichever error handler speaks the address's language.
 */
export async function refuseBrokenText({ body }: FastifyRequest): Promise<void> {
	if (hasBrokenText(body)) throw Object.assign(new Error('the body contains invalid text'), { statusCode: 400 });
}

/** Without recursion: 64 kB of brackets are deeper than the stack. */
function hasBrokenText(body: unknown): boolean {
	const rest = [body];
	while (rest.length > 0) {
		const value = rest.pop();
		if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) return true;
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, each] of Object.entries(value)) rest.push(name, each);
	}
	return false;
}
