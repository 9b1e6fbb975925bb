import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { z } from 'zod';
import { escapeHtml } from '../http/pages.ts';
import type { GoogleClient } from './provider.ts';

const PREFIX = '/google';
const FORM_LENGTH_MAX = 10_000;

const newPerson = z.strictObject({
	email: z.email().max(254),
	emailVerified: z.boolean().default(true),
	name: z.string().max(100).default('Somebody'),
});

type Deps = { people: People; client: GoogleClient; origin: () => string; productUrl: () => string };

export async function googleRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
	const findProvider = createProviderOf(deps);
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
			const form = new URLSearchParams((await text(request.raw)).slice(0, FORM_LENGTH_MAX));
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

function chooserPage(people: readonly Person[]): string {
	const buttons = people.map(
		({ sub, email, name }) =>
			`<button class="outline" name="sub" value="${escapeHtml(sub)}">${escapeHtml(name)} · ${escapeHtml(email)}</button>`,
	);
	return `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<title>Choose an account</title>
		<link rel="stylesheet" href="/assets/look/pico.css" />
		<link rel="stylesheet" href="/assets/look/look.css" />
	</head>
	<body>
		<header class="bar"><span class="logo">Goo<b>gle</b></span><span class="badge">Sandbox</span></header>
		<main class="page">
			<h1>Choose an account</h1>
			<form method="post" class="card stack">${buttons.join('\n')}</form>
			<form method="post" class="card stack">
				<label class="field">Another account<input name="email" type="email" required maxlength="254" /></label>
				<label class="field">Name<input name="name" maxlength="100" /></label>
				<label class="switch"><input type="checkbox" name="unverified" /> Email not verified</label>
				<button>Continue</button>
			</form>
			<form method="post"><button class="outline" name="cancel" value="1">Cancel</button></form>
		</main>
	</body>
</html>
`;
}

type Person = { sub: string; email: string; emailVerified: boolean; name: string };

const seed: readonly Omit<Person, 'sub'>[] = [
	{ email: 'robin@mailbox.example', emailVerified: true, name: 'Robin Rivers' },
	{ email: 'sam@mailbox.example', emailVerified: true, name: 'Sam Stone' },
];

export function createPeople() {
	let people = new Map<string, Person>();
	let nextSub = 1;
	reset();

	function reset(): void {
		people = new Map();
		for (const person of seed) add(person);
	}

	function add({ email, emailVerified, name }: Omit<Person, 'sub'>): Person {
		const key = email.toLowerCase();
		const sub =
			[...people.values()].find((person) => person.email === key)?.sub ?? `10${String(nextSub++).padStart(19, '0')}`;
		const person = { sub, email: key, emailVerified, name };
		people.set(sub, person);
		return person;
	}

	return { list: () => [...people.values()], find: (sub: string) => people.get(sub), add, reset };
}

export type People = ReturnType<typeof createPeople>;
