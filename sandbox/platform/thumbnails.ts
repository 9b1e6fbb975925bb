import type { FastifyInstance } from 'fastify';
import { idsOf, oneOf, type Query, textOf } from './query.ts';
import { PlatformRefusal } from './refusal.ts';
import type { PlatformWorld, User } from './world.ts';

const IDS_MAX = 100;
const formats = ['Png', 'Jpeg', 'Webp'] as const;
const headshotSizes = [48, 50, 60, 75, 100, 110, 150, 180, 352, 420, 720].map((side) => `${side}x${side}`);
const iconSizes = [50, 128, 150, 256, 420, 512].map((side) => `${side}x${side}`);

export function thumbnailRoutes(app: FastifyInstance, world: PlatformWorld, origin: () => string): void {
	app.get<{ Querystring: Query }>('/v1/users/avatar-headshot', async (request) => {
		const users = requestedIds(request.query, 'userIds', headshotSizes).flatMap((id) => world.user(id) ?? []);
		return { data: users.map((user) => ({ targetId: user.id, ...headshot(user, origin()) })) };
	});

	app.get<{ Querystring: Query }>('/v1/games/icons', async (request) => {
		const games = requestedIds(request.query, 'universeIds', iconSizes).flatMap((id) => world.game(id) ?? []);
		// Reversed, because the real platform does not keep the requested order.
		return { data: games.reverse().map(({ universeId }) => gameIcon(universeId, origin())) };
	});
}

/** The platform's codes: 1 too many ids, 2 format, 3 size, 4 ids. */
function requestedIds(query: Query, name: string, sizes: readonly string[]): number[] {
	const ids = idsOf(query, name);
	if (!ids) throw new PlatformRefusal('list', 400, 4, 'The requested Ids are invalid, of an invalid type or missing.');
	if (ids.length > IDS_MAX) throw new PlatformRefusal('list', 400, 1, 'There are too many requested Ids.');
	const badFormat = { shape: 'list', code: 2, message: 'The format is invalid to parse.' } as const;
	oneOf(textOf(query, 'format'), formats, 'Png', badFormat);
	const badSize = { shape: 'list', code: 3, message: 'The size is invalid.' } as const;
	oneOf(textOf(query, 'size'), sizes, sizes[0] as string, badSize);
	return ids;
}

function headshot(user: User, origin: string): { state: string; imageUrl: string } {
	if (user.headshotPendingAnswers > 0) {
		user.headshotPendingAnswers -= 1;
		return { state: 'Pending', imageUrl: '' };
	}
	const imageUrl = user.headshot === 'Completed' ? `${origin}/pictures/avatars/${user.id}.svg` : '';
	return { state: user.headshot, imageUrl };
}

function gameIcon(universeId: number, origin: string): unknown {
	return { targetId: universeId, state: 'Completed', imageUrl: `${origin}/pictures/scenes/${universeId}.svg` };
}
