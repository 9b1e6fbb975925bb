import { randomBytes } from 'node:crypto';
import { type ProductClient, ProductRefusal, type SignUp } from './product-client.ts';

export type AppSession = {
	uid: string;
	email: string;
	sessionToken: string;
	access: { token: string; expiresAtMs: number };
};
export type AppSessions = ReturnType<typeof createAppSessions>;

const PHONES_MAX = 1_000;
const REFRESH_EARLY_MS = 5 * 60_000;

export function createAppSessions(product: ProductClient) {
	const sessions = new Map<string, AppSession>();

	async function begin(phoneId: string, email: string, sessionToken: string): Promise<AppSession> {
		const access = await product.accessToken(sessionToken);
		const created = (await product.call('createUser', null, access.token)) as { uid?: unknown };
		if (typeof created.uid !== 'string') throw new ProductRefusal(200, 'unreadable', 'The response has no user ID.');
		const session = { uid: created.uid, email, sessionToken, access };
		sessions.delete(phoneId);
		sessions.set(phoneId, session);
		const [oldest] = sessions.keys();
		if (sessions.size > PHONES_MAX && oldest) sessions.delete(oldest);
		return session;
	}

	async function withAccess<Result>(
		phoneId: string,
		request: (token: string, uid: string) => Promise<Result>,
	): Promise<Result> {
		const session = sessions.get(phoneId);
		if (!session) throw new ProductRefusal(401, 'signed-out', 'Sign in first.');
		if (session.access.expiresAtMs - REFRESH_EARLY_MS < Date.now()) await renew(phoneId, session);
		try {
			return await request(session.access.token, session.uid);
		} catch (error) {
			if (!(error instanceof ProductRefusal) || error.status !== 401) throw error;
			await renew(phoneId, session);
			return request(session.access.token, session.uid);
		}
	}

	async function renew(phoneId: string, session: AppSession): Promise<void> {
		try {
			session.access = await product.accessToken(session.sessionToken);
		} catch (error) {
			if (!(error instanceof ProductRefusal) || (error.status !== 401 && error.status !== 403)) throw error;
			sessions.delete(phoneId);
			throw new ProductRefusal(401, 'signed-out', 'Your session has ended. Sign in again.');
		}
	}

	return {
		newPhoneId: () => randomBytes(18).toString('base64url'),
		find: (phoneId: string) => sessions.get(phoneId),
		signUp: async (phoneId: string, fields: SignUp) => begin(phoneId, fields.email, await product.signUp(fields)),
		signIn: async (phoneId: string, fields: { email: string; password: string }) =>
			begin(phoneId, fields.email, await product.signIn(fields)),
		/** Signs out locally even if the product is unavailable. */
		async signOut(phoneId: string): Promise<void> {
			const session = sessions.get(phoneId);
			sessions.delete(phoneId);
			if (session) await product.signOut(session.sessionToken).catch(() => undefined);
		},
		call: (phoneId: string, name: string, payload: unknown) =>
			withAccess(phoneId, (token) => product.call(name, payload, token)),
		withAccess,
		reset: () => sessions.clear(),
	};
}
