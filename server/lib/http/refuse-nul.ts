import type { FastifyRequest } from 'fastify';

/**
 * A hook for before a handler: refuses a body with a NUL in any of its texts. PostgreSQL's `text` has no place for one,
 * so it would fail somewhere later, as an error of ours. Whoever types cannot make one.
 * @throws Error with the status 400, for whichever error handler speaks the address's language.
 */
export async function refuseNul({ body }: FastifyRequest): Promise<void> {
	if (hasNul(body)) throw Object.assign(new Error('a NUL in a text of the body'), { statusCode: 400 });
}

/** Without recursion: 64 kB of brackets are deeper than the stack. */
function hasNul(body: unknown): boolean {
	const rest = [body];
	while (rest.length > 0) {
		const value = rest.pop();
		if (typeof value === 'string' && value.includes('\u0000')) return true;
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, each] of Object.entries(value)) rest.push(name, each);
	}
	return false;
}
