import type { FastifyInstance } from 'fastify';
import { PlatformRefusal } from './refusal.ts';
import type { PlatformWorld, User } from './world.ts';

const USERNAMES_MAX = 200;
const FIRST_USER_MS = Date.UTC(2020, 0, 15);

/** Unknown names are absent. Previous names also match. */
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
	app.get<{ Params: { id: string } }>('/v1/users/:id', async ({ params }) => {
		const user = /^\d{1,15}$/.test(params.id) ? world.user(Number(params.id)) : undefined;
		if (!user) throw new PlatformRefusal('list', 404, 3, 'The user id is invalid.');
		const { description, isBanned, id, name, displayName } = user;
		const created = new Date(FIRST_USER_MS).toISOString();
		return { description, created, isBanned, hasVerifiedBadge: false, id, name, displayName };
	});
}

function userAnswer(requestedUsername: string, user: User): unknown {
	const { id, name, displayName } = user;
	return { requestedUsername, hasVerifiedBadge: false, id, name, displayName };
}
