import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { StaffRole } from '../../contract/permissions.ts';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import type { PasswordHashing } from '../../server/accounts/passwords/hashing.ts';
import { banUser } from '../../server/accounts/user-record/restrict-user.ts';
import { createApp } from '../../server/app/app.ts';
import { loadConfig, type Secrets } from '../../server/app/config.ts';
import { createDependencies, type Dependencies } from '../../server/app/dependencies.ts';
import { type Clock, systemClock } from '../../server/lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../../server/lib/db/database.ts';
import type { BoundLiveSource } from '../../server/lib/feature.ts';
import { createSecretBox } from '../../server/lib/secrets/secret-box.ts';
import { importOfferwalls } from '../../server/offerwalls/saved-walls/import-offerwalls.ts';
import { createPlatform } from '../../server/platform/platform.ts';
import { cheapPasswords } from '../support/cheap-passwords.ts';
import type { TestDatabase } from '../support/database.ts';
import { readPages } from './json-client.ts';

export const ORIGIN = 'http://localhost:3000';
/** Fixed secrets, so that two sites on one database are two nodes. */
const SETTINGS = {
	PUBLIC_URL: ORIGIN,
	SANDBOX: 'off',
	RATE_LIMITS: 'off',
	DATABASE_POOL: '8',
	LEGAL_CONTACT: 'appeals@test.example',
	SMTP_URL: 'smtp://127.0.0.1:1',
};
const NO_PAGES = '/nowhere';
export const PASSWORD = 'correct horse battery';

type SiteOptions = {
	env?: Record<string, string>;
	walls?: readonly object[];
	clock?: Clock;
	secrets?: Partial<Secrets>;
	fullPricePasswords?: boolean;
	passwordHashing?: PasswordHashing;
	replace?: (deps: Dependencies) => Partial<Dependencies>;
};

export type Site = Awaited<ReturnType<typeof startSite>>;

export type Person = { uid: string; email: string; sessionToken: string; accessToken: string };

export function openSite(database: TestDatabase, options: SiteOptions = {}): Site {
	const site = {} as Site;
	beforeAll(async () => void Object.assign(site, await startSite(database, options)));
	afterAll(async () => {
		await site.close();
		expect(site.errors.filter((error) => 'method' in error || 'err' in error)).toEqual([]);
	});
	return site;
}

/** Starts the product without port and workers at {@link ORIGIN}. */
export async function startSite(database: TestDatabase, options: SiteOptions) {
	let aheadMs = 0;
	const { now } = options.clock ?? systemClock;
	const clock = { now: () => now() + aheadMs };
	/** The suite fails if a request left an error here. */
	const errors: object[] = [];
	const notes: Record<string, unknown>[] = [];
	const warnings: Record<string, unknown>[] = [];
	const log = quietLog(
		(details) => errors.push(details as object),
		(details) => notes.push(details as Record<string, unknown>),
		(details) => warnings.push(details as Record<string, unknown>),
	);
	const secrets = { ...TEST_SECRETS, ...options.secrets };
	if (options.walls) await importWalls({ db: database.app, clock, secrets }, options.walls);
	const made = await createDependencies({
		config: loadConfig({ ...SETTINGS, ...options.env }),
		secrets,
		database: { appUrl: database.appUrl, role: undefined },
		log,
		clock,
		passwordHashing: options.fullPricePasswords ? undefined : (options.passwordHashing ?? cheapPasswords),
	});
	const deps = { ...made, ...options.replace?.(made) };
	const app = await createApp(deps, [NO_PAGES]);
	await app.ready();

	const inject = (request: InjectOptions) => app.inject(request);
	const site = {
		app,
		identity: deps.identity,
		deps,
		events: deps.events,
		errors,
		notes,
		warnings,
		/** better-auth ignores this clock. */
		advance(ms: number) {
			aheadMs += ms;
		},
		post: (url: string, payload: unknown, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
			inject({ method: 'POST', url, payload: payload as object, headers, remoteAddress }),
		get: (url: string, headers: Record<string, string> = {}) => inject({ method: 'GET', url, headers }),
		call: (name: string, data: unknown, accessToken?: string) =>
			inject({
				method: 'POST',
				url: `/api/${name}`,
				payload: { data },
				headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
			}),
		async signUp(): Promise<Person> {
			const email = newEmail();
			const answer = await site.post('/auth/sign-up/email', signUpForm({ email }));
			const { token, user } = answer.json();
			return { uid: user.id, email, sessionToken: token, accessToken: await site.accessToken(token) };
		},
		async accessToken(sessionToken: string): Promise<string> {
			const answer = await site.get('/auth/token', { authorization: `Bearer ${sessionToken}` });
			return answer.json().token;
		},
		async close() {
			await app.close();
			await deps.close();
		},
		ban: (uid: string, reason: string) =>
			inTransaction(database.app, (tx) => banUser(tx, { uid, reason, atMs: Date.now() })),
	};
	return site;
}

const nothing = () => {};

export function quietLog(
	onError: (details: unknown) => void = nothing,
	onInfo: (details: unknown) => void = nothing,
	onWarning: (details: unknown) => void = nothing,
): FastifyBaseLogger {
	const log: FastifyBaseLogger = {
		level: 'error',
		trace: nothing,
		debug: nothing,
		info: onInfo,
		warn: onWarning,
		silent: nothing,
		error: onError,
		fatal: onError,
		child: () => log,
	};
	return log;
}

export const newEmail = (): string => `${randomUUID()}@test.example`;

export function signUpForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return { email: newEmail(), password: PASSWORD, name: 'Robin', birthDate: '2000-02-29', ...changes };
}

export function cookieOf({ headers }: LightMyRequestResponse, name = ''): string {
	const cookies = [headers['set-cookie'] ?? []].flat();
	return cookies.find((cookie) => cookie.startsWith(name))?.split(';')[0] ?? '';
}

export const TEST_SECRETS: Secrets = {
	authSecret: 'test-auth-secret-of-more-than-32-characters',
	memoryKey: 'test-memory-key-of-more-than-32-characters',
	proofKey: 'dGVzdC1wcm9vZi1rZXktb2YtdGhpcnR5LXR3by1ieXQ',
	secretsKey: 'test-secrets-key-of-more-than-32-characters',
	keySources: { AUTH_SECRET: 'set', MEMORY_KEY: 'set', SECRETS_KEY: 'set', PROOF_KEY: 'set' },
	adminPassword: 'test-admin-password',
	adminPasswordFile: undefined,
	sandboxWallSecret: 'test-wall-secret',
	sandboxVendorKey: 'test-vendor-key',
	sandboxGoogleSecret: 'test-google-secret',
};

export function importWalls(
	{ secrets, ...deps }: DbDeps & { secrets: Pick<Secrets, 'secretsKey'> },
	entries: unknown,
): Promise<string[]> {
	const secretBox = createSecretBox(secrets.secretsKey);
	return importOfferwalls({ ...deps, secretBox }, { source: 'a test', entries });
}

export type AdminSite = Site & {
	admin(role?: StaffRole): Promise<Person>;
	/** Has proved a second factor in its session. */
	provenAdmin(role?: StaffRole): Promise<Person>;
	callAs(name: string, data: unknown, who: Person): Promise<unknown>;
	allOf<Row>(name: string, request: object, who: Person): Promise<Row[]>;
	read(address: string, who: Person): Promise<unknown>;
};

export function openAdminSite(database: TestDatabase, options: SiteOptions = {}): AdminSite {
	const site = openSite(database, options) as AdminSite;
	site.admin = async (role) => {
		const user = await site.signUp();
		await sql`update users set role = 'Admin', staff_role = ${role ?? null} where uid = ${user.uid}`.execute(
			database.owner,
		);
		return user;
	};
	site.provenAdmin = async (role) => {
		const admin = await site.admin(role);
		await sql`update auth_user set two_factor_enabled = true where id = ${admin.uid}`.execute(database.owner);
		await sql`
			update auth_session set second_factor = true, second_factor_at = now() where user_id = ${admin.uid}
		`.execute(database.owner);
		return admin;
	};
	site.callAs = async (name, data, { accessToken }) => {
		const { result, error } = (await site.call(name, data, accessToken)).json();
		return result ?? error;
	};
	site.allOf = <Row>(name: string, request: object, who: Person) =>
		readPages(async (cursor) => {
			const page = (await site.callAs(name, { ...request, cursor: cursor ?? null }, who)) as Page<Row>;
			expect(page, name).toHaveProperty('items');
			return page;
		});
	site.read = async (address, { accessToken }) =>
		(await site.get(address, { authorization: `Bearer ${accessToken}` })).json();
	return site;
}

export function openAdmin(site: AdminSite): Person {
	const admin = {} as Person;
	beforeAll(async () => void Object.assign(admin, await site.admin()));
	return admin;
}

export function plainWall(changes: object = {}) {
	return { id: 'w', partner: 'wannads', name: 'Wall', secret: 'test-secret', ...changes };
}

export function openPlatform(): { origin(): string } {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0 });
	});
	afterAll(() => sandbox?.close());
	return { origin: () => sandbox?.url ?? '' };
}

export function openProfileSite(
	database: TestDatabase,
	{ platform, sources = [], ...options }: SiteOptions & { platform: { origin(): string }; sources?: BoundLiveSource[] },
): Site {
	function replace({ clock, log, liveStreams }: Dependencies): Partial<Dependencies> {
		const origin = platform.origin();
		const urls = { users: origin, thumbnails: origin, games: origin, apis: origin };
		const open: typeof liveStreams.open = (actor, stream) => liveStreams.open(actor, { ...stream, sources });
		return { platform: createPlatform({ urls, clock, log }), liveStreams: { ...liveStreams, open } };
	}
	return openSite(database, { ...options, replace });
}
