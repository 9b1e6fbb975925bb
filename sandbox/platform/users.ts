import type { FastifyInstance } from 'fastify';
import { PlatformRefusal } from './refusal.ts';
import type { PlatformWorld, User } from './world.ts';

const USERNAMES_MAX = 200;

/** Username -> user. Unknown names are absent; a name a user once had is found too. */
export function userRoutes(app: FastifyInstance, world: PlatformWorld): void {
	app.post('/v1/usernames/users', async (request) => {
		const body = (request.body ?? {}) as { usernames?: unknown; excludeBannedUsers?: unknown };
		const names = Array.isArray(body.usernames) ? body.usernames : undefined;
		if (!names?.every((name) => typeof name === 'string')) {
			throw new PlatformRefusal('list', 400, 0, 'The request was invalid.');
		}
		if (names.length > USERNAMES_MAX) throw new PlatformRefusal('list', 400, 2, 'Too many usernames.');
		const found = new Map<number, unknown>();
		for (const name of names) {
			const user = world.userNamed(name);
			if (!user || (body.excludeBannedUsers === true && user.isBanned) || found.has(user.id)) continue;
			found.set(user.id, userAnswer(name, user));
		}
		return { data: [...found.values()] };
	});
}

function userAnswer(requestedUsername: string, user: User): unknown {
	const { hasVerifiedBadge, id, name, displayName } = user;
	return { requestedUsername, hasVerifiedBadge, id, name, displayName };
}
