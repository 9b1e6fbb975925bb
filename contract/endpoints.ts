import { z } from 'zod';
import { authEndpoints } from './auth.ts';
import type { Guard } from './call.ts';
import { type CallName, calls } from './calls.ts';
import { dataEndpoints } from './data.ts';
import { describeEndpoints, type Endpoint } from './endpoint.ts';
import { proofEndpoints } from './proof/proof.ts';

const callEndpoints = Object.fromEntries(
	Object.entries(calls).map(([name, { input, output, ...call }]): [string, Endpoint] => [
		`POST /api/${name}`,
		{
			...guardOf(call),
			tag: name.startsWith('admin')
				? 'Calls of admins'
				: call.access === 'anonymous'
					? 'Calls of anybody'
					: 'Calls of users',
			summary: '',
			body: z.object({ data: input }),
			answer: z.strictObject({ result: output }),
			errors: 'CallError',
		},
	]),
) as Record<`POST /api/${CallName}`, Endpoint>;

function guardOf(call: Guard): Guard {
	return call.access === 'admin' ? { access: call.access, permission: call.permission } : { access: call.access };
}

/** Each partner has parameters, a signature and a success body of its own: see `docs/offerwalls.md`. */
const postback = {
	access: 'open',
	summary: "A partner's signed postback; which of GET and POST is the partner's contract",
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
			summary: 'The payout vendor says that something of an order changed. It is asked then; its word moves no money',
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
		'GET /healthz': { access: 'open', summary: 'The process runs', answer: status },
		'GET /readyz': { access: 'open', summary: 'The database answers; 503 when it does not', answer: status },
		'GET /reachability': {
			access: 'open',
			summary:
				'For the doctor, with a key made of AUTH_SECRET: as whom this server sees who asks, as a stream of two events',
			answerType: 'text/event-stream',
		},
		'GET /metrics': {
			access: 'open',
			summary: 'Prometheus. From this machine, or with METRICS_TOKEN as the bearer',
			answerType: 'text/plain',
		},
		'GET /api-docs': { ...page, summary: 'This description as a page' },
		'GET /api-docs/json': {
			...page,
			summary: "This description; with a staff member's bearer what staff may call too",
			answerType: 'application/json',
		},
		'GET /api-docs/yaml': { ...page, summary: 'The same', answerType: 'application/x-yaml' },
		'GET /api-docs/static/*': { ...page, summary: 'What that page consists of' },
		'GET /offer-pictures/{file}': {
			...page,
			summary: "An offer's picture, as we have made it",
			answerType: 'image/webp',
		},
		'GET /robots.txt': { ...page, summary: 'What search engines may look at', answerType: 'text/plain' },
		'GET /sitemap.xml': { ...page, summary: 'The pages that they should look at', answerType: 'application/xml' },
	},
);

/** Source of OpenAPI, access matrix, fuzzer and metrics. Calls answer at `/{project}/us-central1/{name}` too. */
export const endpoints = {
	...callEndpoints,
	...dataEndpoints,
	...authEndpoints,
	...partnerEndpoints,
	...proofEndpoints,
	...operationsEndpoints,
};

export type Address = keyof typeof endpoints;
