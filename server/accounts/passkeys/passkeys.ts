import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { authEndpoints, PASSKEYS_MAX } from '../../../contract/accounts/auth.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { datesToMs } from '../../lib/db/rows.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { lockAccount } from '../account-store.ts';
import { authError } from '../auth-error.ts';
import { requireSession } from '../sessions/require-session.ts';
import { deleteOtherSessions } from '../sessions/session-store.ts';
import {
	countPasskeys,
	deletePasskeys,
	insertPasskey,
	selectPasskey,
	selectPasskeys,
	updateUse,
} from './store-passkeys.ts';

const ROUND_MS = 5 * MINUTE_MS;
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const webAuthn = () => import('@simplewebauthn/server');

type Deps = { db: Database; clock: Clock; config: { publicUrl: string; brand: string } };

const post = { method: 'POST', requireHeaders: true } as const;
const bare = { ...post, body: authEndpoints['POST /auth/passkey/options'].body } as const;
const challengeOf = (challenge: string) => `passkey ${challenge}`;

/** A passkey proves possession and, because it must verify its user, the second factor. */
export function passkeys(deps: Deps): BetterAuthPlugin {
	return { id: 'lootpass-passkeys', endpoints: { ...signInEndpoints(deps), ...ownPasskeys(deps) } };
}

function signInEndpoints({ db, clock, config }: Deps) {
	const rpID = new URL(config.publicUrl).hostname;
	const body = authEndpoints['POST /auth/sign-in/passkey'].body.partial();
	return {
		offerPasskeySignIn: createAuthEndpoint('/lootpass/passkey/sign-in-options', bare, async (ctx) => {
			const { generateAuthenticationOptions } = await webAuthn();
			const options = await generateAuthenticationOptions({ rpID, userVerification: 'required', timeout: ROUND_MS });
			await storeChallenge(ctx, options.challenge, 'sign-in');
			return ctx.json({ options });
		}),
		signInWithPasskey: createAuthEndpoint(
			'/lootpass/sign-in/passkey',
			{ ...post, body, use: [formCsrfMiddleware] },
			async (ctx) => {
				const response = ctx.body.response as unknown as AuthenticationResponseJSON;
				const stored = await selectPasskey(db, String(response?.id));
				if (!stored) throw authError('invalid-credential', refusal('passkey-unknown'));
				const { id, uid, publicKey, counter } = stored;
				const { verifyAuthenticationResponse } = await webAuthn();
				const { verified, authenticationInfo } = await verifyAuthenticationResponse({
					...{ response, expectedOrigin: new URL(config.publicUrl).origin, expectedRPID: rpID },
					expectedChallenge: (challenge) => takeChallenge(ctx, challenge, 'sign-in'),
					credential: { id, publicKey: new Uint8Array(publicKey), counter },
					requireUserVerification: true,
				}).catch(fail);
				const handle = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
				const now = new Date(clock.now());
				const use = { id, counter: authenticationInfo.newCounter, at: now };
				if (!verified || handle !== uid || !(await updateUse(db, use))) fail();
				const user = await ctx.context.internalAdapter.findUserById(uid);
				if (!user) throw authError('invalid-credential', refusal('passkey-unknown'));
				const proofs = { signedInAt: now, secondFactor: true, secondFactorAt: now };
				const session = await ctx.context.internalAdapter.createSession(uid, undefined, proofs);
				await setSessionCookie(ctx, { session, user });
				const { email, name, emailVerified } = user;
				return ctx.json({ token: session.token, user: { id: uid, email, name, emailVerified } });
			},
		),
	};
}

function ownPasskeys(deps: Deps) {
	const { db, clock, config } = deps;
	const rpID = new URL(config.publicUrl).hostname;
	const body = authEndpoints['POST /auth/passkey/add'].body;
	const ofId = authEndpoints['POST /auth/passkey/remove'].body;
	return {
		listPasskeys: createAuthEndpoint('/lootpass/passkey/list', { method: 'GET', requireHeaders: true }, async (ctx) => {
			const { account } = await requireSession(ctx, deps);
			return ctx.json({ passkeys: (await selectPasskeys(db, account.uid)).map(datesToMs) });
		}),
		offerPasskey: createAuthEndpoint('/lootpass/passkey/options', bare, async (ctx) => {
			const { uid, email, name } = await requireOwner(deps, ctx);
			const { generateRegistrationOptions } = await webAuthn();
			const options = await generateRegistrationOptions({
				...{ rpID, rpName: config.brand, userName: email, userDisplayName: name, timeout: ROUND_MS },
				userID: new TextEncoder().encode(uid),
				supportedAlgorithmIDs: ALGORITHMS,
				excludeCredentials: (await selectPasskeys(db, uid)).map(({ id }) => ({ id })),
				authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			});
			await storeChallenge(ctx, options.challenge, uid);
			return ctx.json({ options });
		}),
		addPasskey: createAuthEndpoint('/lootpass/passkey/add', { ...post, body }, async (ctx) => {
			const { uid } = await requireOwner(deps, ctx);
			const { name } = ctx.body;
			const response = ctx.body.response as unknown as RegistrationResponseJSON;
			const { verifyRegistrationResponse } = await webAuthn();
			const { verified, registrationInfo } = await verifyRegistrationResponse({
				...{ response, expectedOrigin: new URL(config.publicUrl).origin, expectedRPID: rpID },
				expectedChallenge: (challenge) => takeChallenge(ctx, challenge, uid),
				requireUserVerification: true,
				supportedAlgorithmIDs: ALGORITHMS,
			}).catch(fail);
			if (!verified) fail();
			const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
			await inTransaction(db, async (tx) => {
				if (!(await lockAccount(tx, uid))) throw authError('user-token-expired');
				if ((await countPasskeys(tx, uid)) >= PASSKEYS_MAX) {
					throw authError('operation-not-allowed', refusal('too-many-passkeys'));
				}
				const key = { id, uid, publicKey: Buffer.from(publicKey), counter, transports: [...transports] };
				if (!(await insertPasskey(tx, { ...key, name, at: new Date(clock.now()) }))) fail();
				await orderMail(tx, { kind: 'passkey-changed', uid, isOn: true, name });
			});
			return ctx.json({ success: true });
		}),
		removePasskey: createAuthEndpoint('/lootpass/passkey/remove', { ...post, body: ofId }, async (ctx) => {
			const { uid, sessionId } = await requireOwner(deps, ctx);
			const removed = await inTransaction(db, async (tx) => {
				const gone = await deletePasskeys(tx, { uid, id: ctx.body.id });
				for (const { name } of gone) await orderMail(tx, { kind: 'passkey-changed', uid, isOn: false, name });
				// A lost device may be signed in.
				if (gone.length > 0) await deleteOtherSessions(tx, { uid, keepId: sessionId });
				return gone.length > 0;
			});
			return ctx.json({ removed });
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
