import { exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import Provider from 'oidc-provider';
import type { CallResult } from '../../contract/calls.ts';
import { createMemory } from '../../sandbox/google/provider.ts';
import { cookieOfBearer } from '../../server/accounts/sessions/session-cookie.ts';
import type { TestDatabase } from '../support/database.ts';
import { listen } from './fake-oidc.ts';
import { ORIGIN, openAdminSite, type Person, TEST_SECRETS } from './identity-site.ts';
import { createVisitor } from './visitor.ts';

const browser = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
const CLIENT_SECRET = 'a client secret of at least thirty-two characters';

type AtProvider = { sub: string; groups: string[] | undefined; amr: string[]; email: string; email_verified: boolean };

/** An identity provider of a library, where `state.who` is signed in. */
async function startLibrary(state: { who: AtProvider; isAway: boolean }) {
	let provider: Provider | undefined;
	const started = await listen((request, response) => {
		if (state.isAway) return void response.writeHead(503).end();
		if (!request.url?.startsWith('/interaction/')) return void provider?.callback()(request, response);
		void provider?.interactionFinished(request, response, { login: { accountId: state.who.sub, amr: state.who.amr } });
	});
	const { privateKey } = await generateKeyPair('RS256', { extractable: true });
	provider = new Provider(started.issuer, {
		adapter: createMemory(),
		jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
		clients: [
			{
				...{ client_id: 'lootpass', client_secret: CLIENT_SECRET, redirect_uris: [`${ORIGIN}/auth/callback/provider`] },
				...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
			},
		],
		claims: { openid: ['sub', 'groups', 'amr', 'email', 'email_verified'] },
		conformIdTokenClaims: false,
		cookies: { keys: ['test'] },
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
		pkce: { required: () => true },
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, RefreshToken: 600, IdToken: 600 },
		issueRefreshToken: async () => true,
		rotateRefreshToken: true,
		findAccount: (_ctx, sub) => ({
			accountId: sub,
			claims: async () => (state.who.groups ? { ...state.who, sub } : { sub, amr: state.who.amr }),
		}),
		async loadExistingGrant({ oidc }) {
			const accountId = oidc.session?.accountId;
			if (!oidc.client || !accountId) return undefined;
			const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
			grant.addOIDCScope('openid offline_access');
			await grant.save();
			return grant;
		},
	});
	return started;
}

type ProviderAnswer = { test?: string; proposal?: string; saved?: true; state?: string; details?: { reason: string } };

export function openProviderSite(database: TestDatabase) {
	const { owner } = database;
	const site = openAdminSite(database);
	const reason = 'The team signs in elsewhere.';
	const state = { who: {} as AtProvider, isAway: false };
	let library: Awaited<ReturnType<typeof startLibrary>>;
	const people = {} as Record<'ada' | 'ben' | 'finn', Person>;

	const settings = (changes: object = {}) => ({
		...{ issuer: library.issuer, client_id: 'lootpass', hosted_domain: null, claim: 'groups' },
		...{ roles: { Money: 'finance', Help: 'support' }, second_factor: [] as string[], ...changes },
	});
	const call = async (name: string, data: object | null, by = people.ada) =>
		(await site.callAs(name, data, by)) as ProviderAnswer;
	const approve = (id: string | undefined) =>
		call('adminDecideProposal', { id, decision: 'approve', reason }, people.ben);
	const read = async (by = people.ada) =>
		(await site.callAs('adminGetProvider', null, by)) as CallResult<'adminGetProvider'>;

	async function begin(body: object, headers: Record<string, string> = {}) {
		const answer = await site.post('/auth/sign-in/provider', body, { ...browser, ...headers });
		const [cookie = ''] = [answer.headers['set-cookie']].flat();
		return { url: String(answer.json().url), cookie: String(cookie).split(';')[0] ?? '', answer };
	}

	/** Goes through the provider's pages and stops at its answer. */
	async function atProvider(url: string): Promise<string> {
		const visitor = createVisitor(() => library.issuer);
		let page = await visitor.go(url);
		for (let hops = 0; page.location && !page.location.startsWith(ORIGIN) && hops < 8; hops++) {
			page = await visitor.go(page.location);
		}
		if (!page.location) throw new Error(`the provider's pages ended with ${page.status} ${page.text.slice(0, 300)}`);
		return page.location.slice(ORIGIN.length);
	}

	async function finish(path: string, cookie: string) {
		const answer = await site.get(path, { cookie, 'sec-fetch-site': 'cross-site' });
		const cookies = [answer.headers['set-cookie']].flat().map((each) => String(each).split(';')[0] ?? '');
		const at = String(answer.headers.location).replace(ORIGIN, '');
		const session = cookies.find((each) => each.startsWith('lootpass.session_token='));
		const flash = cookies.find((each) => each.startsWith('lootpass.sign_in_error='));
		const why = flash ? (await site.get('/auth/sign-in-error', { cookie: flash })).json().reason : undefined;
		return { at, session, why };
	}

	const cookieFor = ({ sessionToken }: Person) =>
		String(
			cookieOfBearer(`Bearer ${sessionToken}`, { name: 'lootpass.session_token', secret: TEST_SECRETS.authSecret }),
		);

	async function round(body: object, own?: Person) {
		const session: Record<string, string> = own ? { cookie: cookieFor(own) } : {};
		const { url, cookie, answer } = await begin(body, session);
		if (answer.statusCode !== 200) return { at: '', why: answer.json().reason as string, session: undefined };
		return finish(await atProvider(url), [cookie, session.cookie].filter(Boolean).join('; '));
	}

	async function signInAs(sub: string) {
		state.who = { ...state.who, sub };
		const { session, ...outcome } = await round({ purpose: 'sign-in' });
		const token = session && (await site.get('/auth/token', { cookie: session })).json().token;
		const admin = async (name = 'adminGetBusiness', data: object | null = {}) => {
			const { result, error } = (await site.call(name, data, token)).json();
			return result ? 'served' : error.details.reason;
		};
		return { ...outcome, session, admin };
	}

	async function apply(changes: object = {}) {
		const { test: id, ...rest } = await call('adminTestProvider', {
			...settings(changes),
			client_secret: CLIENT_SECRET,
		});
		if (!id) return rest;
		await round({ purpose: 'test', test: id, callbackURL: '/admin/settings' }, people.ada);
		const saved = await call('adminSaveProvider', { ...settings(changes), test: id, reason });
		return saved.proposal ? approve(saved.proposal) : saved;
	}

	beforeAll(async () => {
		library = await startLibrary(state);
		Object.assign(people, { ada: await site.provenAdmin('owner'), ben: await site.provenAdmin('owner') });
	});
	afterAll(() => void library.server.close());
	beforeEach(async () => {
		people.finn = await site.provenAdmin('finance');
		const { email } = people.finn;
		Object.assign(state, { isAway: false });
		state.who = { sub: 'finn', groups: ['Money'], amr: ['pwd'], email, email_verified: true };
		await sql`delete from staff_providers`.execute(owner);
		await sql`delete from auth_account where provider_id like 'http%'`.execute(owner);
	});

	return {
		...{ site, people, state, settings, call, read, approve, begin, atProvider, finish, cookieFor, round },
		...{ signInAs, apply, reason, secret: CLIENT_SECRET, issuer: () => library.issuer },
	};
}
