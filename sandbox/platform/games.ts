import type { FastifyInstance } from 'fastify';
import { oneOf, pageOf, type Query, textOf } from './query.ts';
import { PlatformRefusal } from './refusal.ts';
import type { Game, PlatformWorld } from './world.ts';

const DAY_MS = 86_400_000;

export function gameRoutes(app: FastifyInstance, world: PlatformWorld): void {
	app.get<{ Params: { userId: string }; Querystring: Query }>('/v2/users/:userId/games', async (request) => {
		const user = world.user(Number(request.params.userId));
		if (!user) throw new PlatformRefusal('list', 400, 1, 'The user ID is invalid.');
		const { query } = request;
		const access = choice(query, 'accessFilter', ['1', '2', '4'], '2');
		const limit = choice(query, 'limit', ['10', '25', '50'], '10');
		choice(query, 'sortOrder', ['Asc'], 'Asc');
		const games = world.gamesOf(user.id).filter((game) => access === '1' || game.isPublic === (access === '2'));
		const page = pageOf(
			games,
			{ list: `${user.id}:${access}`, limit: Number(limit), cursor: textOf(query, 'cursor') },
			badCursor,
		);
		return { nextPageCursor: page.next, data: page.items.map(listedGame) };
	});

	app.get<{ Params: { placeId: string } }>('/universes/v1/places/:placeId/universe', async (request) => {
		const placeId = Number(request.params.placeId);
		if (!Number.isSafeInteger(placeId) || placeId <= 0) {
			throw new PlatformRefusal('open-cloud', 400, 'INVALID_ARGUMENT', 'The place ID is invalid.');
		}
		return { universeId: world.gameAtPlace(placeId)?.universeId ?? null };
	});
}

export function badCursor(): PlatformRefusal {
	return new PlatformRefusal('list', 400, 0, 'The cursor is invalid.');
}

export function choice<Value extends string>(
	query: Query,
	name: string,
	allowed: readonly Value[],
	fallback: Value,
): Value {
	const message = `The value '${textOf(query, name)}' is not valid. Allowed values: ${allowed.join(', ')}`;
	return oneOf(textOf(query, name), allowed, fallback, { shape: 'list', code: 0, message });
}

function listedGame(game: Game): unknown {
	return {
		id: game.universeId,
		name: game.name,
		description: '',
		creator: { id: game.creator.id, type: game.creator.type },
		rootPlace: game.rootPlaceId === null ? null : { id: game.rootPlaceId, type: 'Place' },
		created: new Date(game.createdAtMs).toISOString(),
		updated: new Date(game.createdAtMs + DAY_MS).toISOString(),
		placeVisits: game.placeVisits,
	};
}
