import { z } from 'zod';
import { authEndpoints } from './accounts/auth.ts';
import type { Guard } from './call.ts';
import { type CallName, calls } from './calls.ts';
import { dataEndpoints } from './data.ts';
import { describeEndpoints, type Endpoint } from './endpoint.ts';
import { proofEndpoints } from './proof/proof.ts';

const callEndpoints = Object.fromEntries(
	Object.entries(calls).map(([name, { input, output, title = '', ...call }]): [string, Endpoint] => [
		`POST /api/${name}`,
		{
			...guardOf(call),
			tag: name.startsWith('admin') ? 'Admin calls' : call.access === 'anonymous' ? 'Public calls' : 'User calls',
			summary: title,
			body: z.object({ data: input }),
			answer: z.strictObject({ result: output }),
			errors: 'CallError',
		},
	]),
) as Record<`POST /api/${CallName}`, Endpoint>;

function guardOf(call: Guard): Guard {
	return call.access === 'admin' ? { access: call.access, permission: call.permission } : { access: call.access };
}

/** Contract per partner: `docs/offerwalls.md`. */
const postback = {
	access: 'open',
	summary: "Signed postback of a partner; the partner's contract defines the method",
	answerType: 'text/plain',
} as const;

const partnerEndpoints = describeEndpoints(
	{ tag: 'Partners and vendors' },
	{
		'GET /postback/{wallId}': postback,
		'POST /postback/{wallId}': postback,
		'GET /postback/{wallId}/{pathKey}': postback,
		'POST /postback/{wallId}/{pathKey}': postback,
		'POST /vendor-callback/{vendor}': {
			access: 'open',
			summary:
				'Payout vendor reports a changed order; the product then queries the order and never books from the callback itself',
			body: z.unknown(),
			answer: z.object({ success: z.boolean() }),
		},
	},
);

const status = z.object({ status: z.string() });
const page = { access: 'open', answerType: 'text/html', isHidden: true } as const;

const operationsEndpoints = describeEndpoints(
	{ tag: 'Operations' },
	{
		'GET /healthz': { access: 'open', summary: 'Liveness: the process runs', answer: status },
		'GET /readyz': { access: 'open', summary: 'Readiness: the database responds; otherwise 503', answer: status },
		'GET /reachability': {
			access: 'open',
			summary:
				"For the doctor command, with a key derived from AUTH_SECRET: streams the caller's IP address as seen here, in two events",
			answerType: 'text/event-stream',
		},
		'GET /metrics': {
			access: 'open',
			summary: 'Prometheus metrics, with METRICS_TOKEN as bearer token, or from this machine if none is set',
			answerType: 'text/plain',
		},
		'GET /api-docs': { ...page, summary: 'This API description as a page' },
		'GET /api-docs/json': {
			...page,
			summary: 'This API description; includes admin calls with the bearer token of a team member',
			answerType: 'application/json',
		},
		'GET /api-docs/yaml': { ...page, summary: 'The same as YAML', answerType: 'application/x-yaml' },
		'GET /api-docs/static/*': { ...page, summary: 'Assets of the API description page' },
		'GET /offer-pictures/{file}': { ...page, summary: 'Re-encoded picture of an offer', answerType: 'image/webp' },
		'GET /offer-link/{code}': {
			...page,
			summary: "Redirects another device to the partner's offer, once; otherwise 410",
			answerType: 'text/plain',
		},
		'POST /unsubscribe': { ...page, summary: 'Ends the weekly email (RFC 8058)', answerType: 'text/plain' },
		'GET /robots.txt': { ...page, summary: 'Rules for search engines', answerType: 'text/plain' },
		'GET /sitemap.xml': { ...page, summary: 'Pages for search engines', answerType: 'application/xml' },
	},
);

/** Source of OpenAPI, access matrix, fuzzer and metrics. Callables also answer at `/{project}/us-central1/{name}`. */
export const endpoints = {
	...callEndpoints,
	...dataEndpoints,
	...authEndpoints,
	...partnerEndpoints,
	...proofEndpoints,
	...operationsEndpoints,
};

export type Address = keyof typeof endpoints;
