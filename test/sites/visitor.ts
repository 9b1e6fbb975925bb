import { expect, vi } from 'vitest';
import { soon } from '../support/users.ts';
import { newEmail, PASSWORD, signUpForm } from './identity-site.ts';
import type { Json } from './json-client.ts';
import { oneTimePassword } from './one-time-password.ts';
import type { RunningProduct } from './product.ts';

export type Page = { status: number; headers: Headers; body: Json; text: string; location: string | null };

/** Stores cookies by site and path; does not follow redirects. */
export function createVisitor(origin: () => string) {
	const jar = new Map<string, { value: string; site: string; path: string }>();

	async function visit(address: string, init: RequestInit = {}): Promise<Page> {
		const url = new URL(address, origin());
		const headers = new Headers(init.headers);
		const cookies = [...jar]
			.filter(([, { site, path }]) => site === url.host && url.pathname.startsWith(path))
			.map(([key, { value }]) => `${key.slice(key.indexOf('|') + 1)}=${value}`);
		if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
		const response = await fetch(url, { ...init, headers, redirect: 'manual' });
		for (const cookie of response.headers.getSetCookie()) keep(url.host, cookie);
		const text = await response.text();
		const location = response.headers.get('location');
		return {
			status: response.status,
			headers: response.headers,
			text,
			body: parse(text),
			location: location && new URL(location, url).href,
		};
	}

	function keep(site: string, cookie: string): void {
		const [pair = '', ...attributes] = cookie.split(/;\s*/);
		const [name = '', ...value] = pair.split('=');
		const attribute = (key: string) =>
			attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
		const key = `${site}|${name}`;
		const isOver = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') <= Date.now();
		if (isOver) jar.delete(key);
		else jar.set(key, { value: value.join('='), site, path: attribute('path') ?? '/' });
	}

	return {
		get: (address: string) => visit(address, { headers: { 'sec-fetch-site': 'same-origin' } }),
		go: (address: string) =>
			visit(address, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }),
		post: (address: string, body: unknown = {}) =>
			visit(address, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					origin: new URL(address, origin()).origin,
					'sec-fetch-site': 'same-origin',
				},
				body: JSON.stringify(body),
			}),
		submit: (address: string, form: Record<string, string>) =>
			visit(address, { method: 'POST', body: new URLSearchParams(form) }),
		hasCookie: (name: string) => [...jar.keys()].some((key) => key.endsWith(`|${name}`)),
		forget: (name: string) => {
			for (const key of jar.keys()) if (key.endsWith(`|${name}`)) jar.delete(key);
		},
		async call(name: string, data: unknown = null): Promise<Json> {
			const { body } = await this.get('/auth/token');
			const answer = await fetch(`${origin()}/api/${name}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: `Bearer ${body.token}` },
				body: JSON.stringify({ data }),
			});
			return answer.json();
		},
	};
}

export type Visitor = ReturnType<typeof createVisitor>;

function parse(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export async function follow(visitor: Visitor, page: Page): Promise<Page & { at: string }> {
	let at = page.location ?? '';
	let current = page;
	for (let hops = 0; current.location && hops < 10; hops++) {
		at = current.location;
		current = await visitor.go(at);
	}
	return { ...current, at };
}

export const codeIn = (mail: { links: string[] }) => mail.links.join(' ').match(/#code=([\w-]{43})/)?.[1];

/** Visitors of a product, their second factors and their mails. */
export function openVisitors(product: () => RunningProduct) {
	const visitor = () => createVisitor(() => product().url);

	async function signUp() {
		const [person, email] = [visitor(), newEmail()];
		const { body, status } = await person.post('/auth/sign-up/email', signUpForm({ email }));
		expect(status).toBe(200);
		return { person, email, uid: body.user.id as string };
	}

	/** A code works once, so tests use the next step's code. */
	async function withTotp(given?: Awaited<ReturnType<typeof signUp>>) {
		const made = given ?? (await signUp());
		const { body } = await made.person.post('/auth/two-factor/enable', { password: PASSWORD });
		const codeOfStep = (steps: number) => oneTimePassword(body.totpURI, Date.now() + steps * 30_000);
		const set = await made.person.post('/auth/two-factor/verify-totp', { code: codeOfStep(0) });
		expect(set.status).toBe(200);
		return { ...made, totpUri: body.totpURI as string, backupCodes: body.backupCodes as string[], codeOfStep };
	}

	const mailsTo = (to: string, subject: RegExp) =>
		product()
			.sandbox.listMails(to)
			.filter((mail) => subject.test(mail.subject));

	const mailTo = (to: string, subject: RegExp) =>
		vi.waitFor(() => {
			const mail = mailsTo(to, subject).at(-1);
			expect(mail, `a mail to ${to} about ${subject}`).toBeDefined();
			return mail as NonNullable<typeof mail>;
		}, soon);

	return {
		...{ visitor, signUp, withTotp, mailsTo, mailTo },
		async codeFrom(to: string, subject: RegExp): Promise<string> {
			const code = codeIn(await mailTo(to, subject));
			expect(code, `a link to ${to}`).toBeDefined();
			return code as string;
		},
		/** Signs a new visitor in with a hand-off, as the app does. */
		async handOver(from: Visitor): Promise<Visitor> {
			const [to, { result }] = [visitor(), await from.call('createWebSession')];
			const exchanged = await to.post('/api/verifyWebSession', { data: { token: result.token } });
			expect((await to.post('/auth/sign-in/custom-token', exchanged.body.result)).status).toBe(200);
			return to;
		},
	};
}
