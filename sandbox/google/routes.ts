import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import { chooserPage } from './chooser-page.ts';
import type { People } from './people.ts';
import type { GoogleClient } from './provider.ts';

const PREFIX = '/google';

const newPerson = z.strictObject({
	email: z.email().max(254),
	emailVerified: z.boolean().default(true),
	name: z.string().max(100).default('Somebody'),
});

type Deps = {
	people: People;
	client: GoogleClient;
	origin: () => string;
	productUrl: () => string;
};

export function googleRoutes(deps: Deps): (app: FastifyInstance) => Promise<void> {
	const findProvider = createProviderOf(deps);
	return async (app) => {
		app.get(`${PREFIX}/choose/:uid`, async (_request, reply) =>
			reply
				.header('cache-control', 'no-store')
				.header('content-security-policy', "default-src 'none'; style-src 'self'; base-uri 'none'")
				.type('text/html; charset=utf-8')
				.send(chooserPage(deps.people.list())),
		);

		app.register(async (scope) => {
			scope.removeAllContentTypeParsers();
			scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
			scope.post(`${PREFIX}/choose/:uid`, async (request, reply) => {
				const provider = await findProvider();
				const form = new URLSearchParams(await readText(request));
				reply.hijack();
				await provider.interactionFinished(request.raw, reply.raw, choiceOf(form, deps.people));
			});
			scope.all(`${PREFIX}/*`, async (request, reply) => {
				const handle = (await findProvider()).callback();
				reply.hijack();
				// The provider derives its endpoint URLs from the removed prefix.
				Object.assign(request.raw, { originalUrl: request.raw.url, url: request.raw.url?.slice(PREFIX.length) });
				await handle(request.raw, reply.raw);
			});
		});
	};
}

/** Created on first use, because loading it takes time. */
function createProviderOf({ people, client, origin, productUrl }: Deps): () => Promise<Provider> {
	let made: { productUrl: string; provider: Promise<Provider> } | undefined;
	return () => {
		if (made?.productUrl !== productUrl()) {
			const redirectUris = [`${productUrl()}/auth/callback/google`];
			const issuer = origin() + PREFIX;
			const provider = import('./provider.ts').then(({ createProvider }) =>
				createProvider({ issuer, client, redirectUris, people }),
			);
			made = { productUrl: productUrl(), provider };
		}
		return made.provider;
	};
}

function choiceOf(form: URLSearchParams, people: People) {
	if (form.get('cancel') !== null) return { error: 'access_denied', error_description: 'No account was chosen' };
	const chosen = people.find(form.get('sub') ?? '');
	const typed = form.get('email');
	const person =
		chosen ??
		people.add(
			newPerson.parse({ email: typed, name: form.get('name') || 'Somebody', emailVerified: !form.has('unverified') }),
		);
	return { select_account: {}, login: { accountId: person.sub } };
}

async function readText(request: FastifyRequest): Promise<string> {
	let text = '';
	for await (const piece of request.raw) text += piece;
	return text.slice(0, 10_000);
}
