import type { FastifyRequest } from 'fastify';

/** Refuses text PostgreSQL cannot store: NUL in `text`, a lone surrogate in `jsonb`. */
export async function refuseBrokenText({ body, params, query }: FastifyRequest): Promise<void> {
	if (!hasBrokenText([body, params, query])) return;
	throw Object.assign(new Error('the request contains invalid text'), { statusCode: 400 });
}

function hasBrokenText(rest: unknown[]): boolean {
	while (rest.length > 0) {
		const value = rest.pop();
		if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) return true;
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, each] of Object.entries(value)) rest.push(name, each);
	}
	return false;
}
