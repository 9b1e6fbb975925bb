import { randomUUID } from 'node:crypto';
import {
	type FastifyBaseLogger,
	type FastifyInstance,
	fastify,
	type InjectOptions,
	type LightMyRequestResponse,
} from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { CallError } from '../contract/errors.ts';
import { refusal } from '../contract/refusals.ts';
import { banUser } from '../server/identity/ban-user.ts';
import { createIdentity, type Identity, type IdentityDeps } from '../server/identity/create-identity.ts';
import { identityCalls, identityRoutes } from '../server/identity/routes.ts';
import { inTransaction } from '../server/lib/database.ts';
import { createEventLog, type EventLog } from '../server/lib/event-log.ts';
import { bindCalls, type CallHandlers, sendCallError } from '../server/lib/http/calls.ts';
import { createRateLimit, noRateLimit } from '../server/lib/rate-limit.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import type { TestDatabase } from './database.ts';

export const ORIGIN = 'http://localhost:3000';
/** The same for all sites, so that two on one database are two nodes. */
const AUTH_SECRET = 'test-auth-secret-of-more-than-32-characters';
export const PASSWORD = 'correct horse battery';

export type SiteOptions = {
	publicUrl?: string;
	signUp?: boolean;
	rateLimits?: boolean;
	/** As in production, instead of the tests' own. */
	fullPricePasswords?: boolean;
	/** Over the test's own configuration. */
	config?: Partial<IdentityDeps['config']>;
	/** Adds to the calls and addresses before the server is ready. */
	extend?: (app: FastifyInstance, deps: IdentityDeps, identity: Identity) => Partial<CallHandlers>;
};

export type Site = {
	app: FastifyInstance;
	identity: Identity;
	deps: IdentityDeps;
	events: EventLog;
	/** What was logged as an error, so that a test can say that nothing was. */
	errors: unknown[];
	/** What was noted: who came in how, and who was turned away. */
	notes: Record<string, unknown>[];
	/** Moves the product's clock forward; better-auth goes by the real one. */
	advance(ms: number): void;
	post(url: string, payload: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
	get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
	call(name: string, data: unknown, accessToken?: string): Promise<LightMyRequestResponse>;
	/** Signs somebody new up as the app does. */
	signUp(): Promise<Person>;
	accessToken(sessionToken: string): Promise<string>;
	ban(uid: string, reason: string): Promise<boolean>;
};

export type Person = { uid: string; email: string; sessionToken: string; accessToken: string };

/**
 * A server with everything that identity serves, on the test's database. Call it at the top of the file or of a
 * `describe`; it works from the first test on and is closed after the last.
 */
export function openSite(database: TestDatabase, options: SiteOptions = {}): Site {
	const site = {} as Site;
	beforeAll(async () => void Object.assign(site, await startSite(database, options)));
	afterAll(async () => {
		await site.app.close();
		await site.identity.close();
		await site.events.close();
	});
	return site;
}

async function startSite(database: TestDatabase, options: SiteOptions): Promise<Site> {
	const { publicUrl = ORIGIN, signUp = true, rateLimits = false, fullPricePasswords = false, config, extend } = options;
	let aheadMs = 0;
	const clock = { now: () => Date.now() + aheadMs };
	const errors: unknown[] = [];
	const notes: Site['notes'] = [];
	const log = quietLog(
		(details) => errors.push(details),
		(details) => notes.push(details as Site['notes'][number]),
	);
	const app = fastify({ loggerInstance: log });
	app.setErrorHandler((error, _request, reply) => {
		if (error instanceof CallError) return sendCallError(reply, error);
		errors.push(error);
		return sendCallError(reply, new CallError('internal', refusal('internal')));
	});
	const deps: IdentityDeps = {
		db: database.app,
		clock,
		log,
		passwordHashing: fullPricePasswords ? undefined : cheapPasswords,
		takeFromRateLimit: rateLimits ? createRateLimit({ db: database.app, clock }) : noRateLimit,
		config: {
			publicUrl,
			authSecret: AUTH_SECRET,
			signUp,
			legalContact: 'appeals@test.example',
			brand: 'Lootpass',
			google: undefined,
			canMail: true,
			requireAdminTotp: false,
			corsOrigins: [],
			rateLimits,
			...config,
		},
	};
	const identity = await createIdentity(deps);
	const events = createEventLog(deps);
	identityRoutes(app, { ...deps, identity, events });
	const handlers = { ...identityCalls(deps), ...extend?.(app, deps, identity) };
	bindCalls(app, handlers as CallHandlers, identity.authenticate);
	await app.ready();

	const inject = (request: InjectOptions) => app.inject(request);
	const site: Site = {
		app,
		identity,
		deps,
		events,
		errors,
		notes,
		advance(ms) {
			aheadMs += ms;
		},
		post: (url, payload, headers = {}) => inject({ method: 'POST', url, payload: payload as object, headers }),
		get: (url, headers = {}) => inject({ method: 'GET', url, headers }),
		call: (name, data, accessToken) =>
			inject({
				method: 'POST',
				url: `/api/${name}`,
				payload: { data },
				headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
			}),
		async signUp() {
			const email = newEmail();
			const answer = await site.post('/auth/sign-up/email', signUpForm({ email }));
			const { token, user } = answer.json();
			return { uid: user.id, email, sessionToken: token, accessToken: await site.accessToken(token) };
		},
		async accessToken(sessionToken) {
			const answer = await site.get('/auth/token', { authorization: `Bearer ${sessionToken}` });
			return answer.json().token;
		},
		ban: (uid, reason) => inTransaction(database.app, (tx) => banUser(tx, { uid, reason, atMs: Date.now() })),
	};
	return site;
}

const nothing = () => {};

/** Says nothing; what would be an error or a note is passed on. */
export function quietLog(
	onError: (details: unknown) => void = nothing,
	onInfo: (details: unknown) => void = nothing,
): FastifyBaseLogger {
	const log: FastifyBaseLogger = {
		level: 'error',
		trace: nothing,
		debug: nothing,
		info: onInfo,
		warn: nothing,
		silent: nothing,
		error: onError,
		fatal: onError,
		child: () => log,
	};
	return log;
}

export function newEmail(): string {
	return `${randomUUID()}@test.example`;
}

export function signUpForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return { email: newEmail(), password: PASSWORD, name: 'Robin', birthDate: '2000-02-29', ...changes };
}

/** The cookie's name and value out of `Set-Cookie`, as a browser sends it back. */
export function cookieOf(answer: LightMyRequestResponse): string {
	return String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
}
