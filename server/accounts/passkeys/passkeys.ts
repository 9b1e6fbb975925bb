import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api';
import { authEndpoints, PASSKEYS_MAX } from '../../../contract/accounts/auth.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { refusal } from '../../../contract/refusals.ts';
import { type DbDeps, datesToMs, inTransaction } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { get, post } from '../account-endpoints.ts';
import { lockAccount } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { openSessionFor, requireSession } from '../sessions/require-session.ts';
import { deleteOtherSessions } from '../sessions/session-store.ts';
import * as store from './store-passkeys.ts';
import { readCreated, readUsed } from './web-authn.ts';

const ROUND_MS = 5 * MINUTE_MS;
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const newChallenge = () => randomBytes(32).toString('base64url');

type Deps = DbDeps & { config: { publicUrl: string; brand: string } };

function siteOf({ publicUrl }: Deps['config']) {
	const { hostname, origin } = new URL(publicUrl);
	return { rpID: hostname, origin };
}

const challengeOf = (challenge: string) => `passkey ${challenge}`;

/** A passkey proves possession and, because it must verify its user, the second factor. */
export function passkeys(deps: Deps): BetterAuthPlugin {
	return { id: 'lootpass-passkeys', endpoints: { ...signInEndpoints(deps), ...ownPasskeys(deps) } };
}

function signInEndpoints({ db, clock, config }: Deps) {
	const site = siteOf(config);
	const body = authEndpoints['POST /auth/sign-in/passkey'].body.partial();
	const options = { method: 'POST' as const, requireHeaders: true, body, use: [formCsrfMiddleware] };
	return {
		offerPasskeySignIn: post('passkey/sign-in-options', async (ctx) => {
			const options = { challenge: newChallenge(), rpId: site.rpID, userVerification: 'required', timeout: ROUND_MS };
			await storeChallenge(ctx, options.challenge, 'sign-in');
			return { options };
		}),
		signInWithPasskey: createAuthEndpoint('/lootpass/sign-in/passkey', options, async (ctx) => {
			const { response } = ctx.body;
			const stored = await store.selectPasskey(db, String(response?.id));
			if (!stored) throw authError('invalid-credential', refusal('passkey-unknown'));
			const { id, uid, publicKey } = stored;
			const takes = (challenge: string) => takeChallenge(ctx, challenge, 'sign-in');
			const { counter, handle } = await readUsed(response, publicKey, { ...site, takeChallenge: takes }).catch(fail);
			const now = new Date(clock.now());
			if (handle !== uid || !(await store.updateUse(db, { id, counter, at: now }))) fail();
			const user = await ctx.context.internalAdapter.findUserById(uid);
			if (!user) throw authError('invalid-credential', refusal('passkey-unknown'));
			return ctx.json(await openSessionFor(ctx, user, { signedInAt: now, secondFactor: true, secondFactorAt: now }));
		}),
	};
}

function ownPasskeys(deps: Deps) {
	const { db, clock, config } = deps;
	const site = siteOf(config);
	return {
		listPasskeys: get('passkey/list', async (ctx) => {
			const { account } = await requireSession(ctx, deps);
			return { passkeys: (await store.selectPasskeys(db, account.uid)).map(datesToMs) };
		}),
		offerPasskey: post('passkey/options', async (ctx) => {
			const { uid, email, name } = await requireOwner(deps, ctx);
			const options = {
				challenge: newChallenge(),
				rp: { id: site.rpID, name: config.brand },
				timeout: ROUND_MS,
				attestation: 'none',
				user: { id: Buffer.from(uid).toString('base64url'), name: email, displayName: name },
				pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
				excludeCredentials: (await store.selectPasskeys(db, uid)).map(({ id }) => ({ type: 'public-key', id })),
				authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
			};
			await storeChallenge(ctx, options.challenge, uid);
			return { options };
		}),
		addPasskey: post('passkey/add', async (ctx) => {
			const { uid } = await requireOwner(deps, ctx);
			const { name } = ctx.body;
			const takes = (challenge: string) => takeChallenge(ctx, challenge, uid);
			const created = await readCreated(ctx.body.response, { ...site, takeChallenge: takes }).catch(fail);
			await inTransaction(db, async (tx) => {
				if (!(await lockAccount(tx, uid))) throw authError('user-token-expired');
				if ((await store.countPasskeys(tx, uid)) >= PASSKEYS_MAX) {
					throw authError('operation-not-allowed', refusal('too-many-passkeys'));
				}
				if (!(await store.insertPasskey(tx, { ...created, uid, name, at: new Date(clock.now()) }))) fail();
				await orderMail(tx, { kind: 'passkey-changed', uid, isOn: true, name });
			});
			return { success: true };
		}),
		removePasskey: post('passkey/remove', async (ctx) => {
			const { uid, sessionId } = await requireOwner(deps, ctx);
			const removed = await inTransaction(db, async (tx) => {
				const gone = await store.deletePasskeys(tx, { uid, id: ctx.body.id });
				for (const { name } of gone) await orderMail(tx, { kind: 'passkey-changed', uid, isOn: false, name });
				// A lost device may be signed in.
				if (gone.length > 0) await deleteOtherSessions(tx, { uid, keepId: sessionId });
				return gone.length > 0;
			});
			return { removed };
		}),
	};
}

async function requireOwner(deps: Deps, ctx: GenericEndpointContext) {
	const { account, sessionId, fromIdToken } = await requireSession(ctx, deps, { isFresh: 'with-second-factor' });
	if (fromIdToken) throw authError('operation-not-allowed');
	return { ...account, sessionId };
}

async function storeChallenge(ctx: GenericEndpointContext, challenge: string, value: string): Promise<void> {
	const expiresAt = new Date(Date.now() + ROUND_MS);
	await ctx.context.internalAdapter.createVerificationValue({ identifier: challengeOf(challenge), value, expiresAt });
}

async function takeChallenge(ctx: GenericEndpointContext, challenge: string, value: string): Promise<boolean> {
	return (await ctx.context.internalAdapter.consumeVerificationValue(challengeOf(challenge)))?.value === value;
}

function fail(): never {
	throw authError('invalid-credential', refusal('passkey-refused'));
}
