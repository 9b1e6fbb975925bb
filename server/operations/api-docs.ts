import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '../../contract/errors.ts';
import type { Authenticate } from '../lib/http/actor.ts';
import { requirePermission } from '../lib/http/require-permission.ts';
import { describeInterface } from './openapi.ts';

export type ApiDocsDeps = {
	identity: { authenticate: Authenticate };
	config: { publicUrl: string; words: { brandFirst: string; brandSecond: string } };
};

/** The same policy as for the site's pages (`web-pages.ts`). */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"font-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');

type Description = ReturnType<SwaggerTransformObject>;

/** Describes admin calls only to staff, because they would be a map for attackers. */
export async function apiDocs(app: FastifyInstance, { identity, config }: ApiDocsDeps): Promise<void> {
	const title = config.words.brandFirst + config.words.brandSecond;
	const describe = (forStaff: boolean) =>
		describeInterface({ title, publicUrl: config.publicUrl, forStaff }) as Description;
	const staff = new WeakSet<FastifyRequest>();
	let forStaff: Description | undefined;
	// Passes our own description, generated on demand because that is slow. The library would describe all calls as one
	// route.
	await app.register(swagger, {
		openapi: { openapi: '3.1.0' },
		hideUntagged: true,
		transformObject: () => describe(false),
	});
	await app.register(swaggerUi, {
		routePrefix: '/api-docs',
		staticCSP: POLICY,
		logLevel: 'warn',
		uiHooks: {
			preHandler: async (request, reply) => {
				if (!(await isStaff(identity.authenticate, request))) return;
				staff.add(request);
				reply.header('cache-control', 'no-store');
			},
		},
		transformSpecificationClone: false,
		transformSpecification(publicOnly, request) {
			if (!staff.has(request)) return publicOnly;
			forStaff ??= describe(true);
			return forStaff;
		},
		// Hides the library's top bar, which can load other descriptions.
		theme: { title, css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }] },
	});
}

async function isStaff(authenticate: Authenticate, request: FastifyRequest): Promise<boolean> {
	try {
		const actor = await authenticate(request);
		if (!actor) return false;
		requirePermission(actor, 'read-dashboard');
		return true;
	} catch (error) {
		if (error instanceof CallError) return false;
		throw error;
	}
}
