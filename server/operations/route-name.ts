import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/calls.ts';

/** The label of a request: one of a few hundred, whatever people ask for. */
export function routeName({
	routeOptions,
	params,
	is404,
}: Pick<FastifyRequest, 'routeOptions' | 'params' | 'is404'>): string {
	const { url } = routeOptions;
	if (is404 || url === undefined) return 'page';
	if (!url.endsWith('/:name')) return url;
	const { name = '' } = params as { name?: string };
	return Object.hasOwn(calls, name) ? `/api/${name}` : '/api/unknown';
}
