import { APIError } from 'better-auth/api';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type AuthRefusal, authRefusal, refusalOf } from '../auth-error.ts';
import type { Identity } from '../create-identity.ts';

/** @returns the authorization header, with a session token instead of an ID token. */
export async function credentialsOf(
	{ openIdToken }: Pick<Identity, 'openIdToken'>,
	{ takesIdToken }: Pick<Endpoint, 'takesIdToken'>,
	request: FastifyRequest,
): Promise<string | undefined | AuthRefusal> {
	const { authorization } = request.headers;
	const idToken = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
	if (!takesIdToken || !idToken || !openIdToken) return authorization;
	try {
		const session = await openIdToken(idToken, request);
		return session?.isBanned ? authRefusal('user-disabled') : session && `Bearer ${session.token}`;
	} catch (error) {
		if (error instanceof APIError) return refusalOf(error.statusCode, error.body);
		throw error;
	}
}
