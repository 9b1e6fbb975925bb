import type { FastifyInstance } from 'fastify';
import { type Faults, misbehave } from '../faults/faults.ts';
import type { Journal } from '../http/journal.ts';
import {
	generalRefusalBody,
	idsOf,
	oneOf,
	PlatformRefusal,
	pageOf,
	type Query,
	refusalBody,
	shapeOf,
	textOf,
} from './query.ts';
import type { Game, Pass, PlatformWorld, User } from './world.ts';

export async function platformRoutes(
	app: FastifyInstance,
	deps: { world: PlatformWorld; faults: Faults; journal: Journal; origin: () => string },
): Promise<void> {
	deps.journal.watch(app, 'platform');
	misbehave(app, 'platform', deps.faults, (status, request) => generalRefusalBody(request.url, status));
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof PlatformRefusal) {
			const { statusCode, shape, code, message, field } = error;
			return reply.code(statusCode).send(refusalBody(shape, code, message, field));
		}
		const status = (error as { statusCode?: number }).statusCode ?? 500;
		if (status >= 500) return reply.code(500).send(generalRefusalBody(request.url, 500));
		return reply.code(status).send(refusalBody(shapeOf(request.url), 0, 'The request was invalid.', null));
	});
	userRoutes(app, deps.world);
	thumbnailRoutes(app, deps.world, deps.origin);
	gameRoutes(app, deps.world);
	passRoutes(app, deps.world);
}

const USERNAMES_MAX = 200;
const FIRST_USER_MS = Date.UTC(2020, 0, 15);

/** Unknown names are absent. Previous names also match. */
function userRoutes(app: FastifyInstance, world: PlatformWorld): void {
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

const IDS_MAX = 100;
const formats = ['Png', 'Jpeg', 'Webp'] as const;
const headshotSizes = [48, 50, 60, 75, 100, 110, 150, 180, 352, 420, 720].map((side) => `${side}x${side}`);
const iconSizes = [50, 128, 150, 256, 420, 512].map((side) => `${side}x${side}`);

function thumbnailRoutes(app: FastifyInstance, world: PlatformWorld, origin: () => string): void {
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

const PAGE_SIZE_MAX = 100;

function passRoutes(app: FastifyInstance, world: PlatformWorld): void {
	type OfUniverse = { Params: { universeId: string }; Querystring: Query };
	type OfPass = { Params: { passId: string } };

	app.get<OfUniverse>('/game-passes/v1/universes/:universeId/game-passes', async (request) => {
		const { query } = request;
		const game = world.game(Number(request.params.universeId));
		if (!game) throw refusal(404, 'UniverseNotFound', 'The universe was not found.', 'universeId');
		const size = Number(textOf(query, 'pageSize') ?? 50);
		if (!Number.isInteger(size) || size < 1 || size > PAGE_SIZE_MAX) {
			throw refusal(400, 'InvalidPageSize', `The page size must be from 1 to ${PAGE_SIZE_MAX}.`, 'pageSize');
		}
		const page = pageOf(
			world.passesOf(game.universeId),
			{ list: `passes:${game.universeId}`, limit: size, cursor: textOf(query, 'pageToken') },
			() => refusal(400, 'InvalidPageToken', 'The page token is invalid.', 'pageToken'),
		);
		return { gamePasses: page.items.map(listedPass), nextPageToken: page.next ?? '' };
	});

	app.get<OfUniverse>('/v1/games/:universeId/game-passes', async (request) => {
		const { query } = request;
		const game = world.game(Number(request.params.universeId));
		if (!game) throw new PlatformRefusal('list', 404, 2, 'The requested universe does not exist.');
		const limit = Number(choice(query, 'limit', ['10', '25', '50', '100'], '10'));
		choice(query, 'sortOrder', ['Asc'], 'Asc');
		const page = pageOf(
			world.passesOf(game.universeId),
			{ list: `old-passes:${game.universeId}`, limit, cursor: textOf(query, 'cursor') },
			badCursor,
		);
		return { nextPageCursor: page.next, data: page.items.map(oldListedPass) };
	});

	app.get<OfPass>('/game-passes/v1/game-passes/:passId/details', async (request) => {
		const pass = requirePass(world, request.params.passId);
		return passDetails(pass, world.game(pass.universeId)?.rootPlaceId ?? null);
	});
}

function refusal(status: number, code: string, message: string, field: string): PlatformRefusal {
	return new PlatformRefusal('passes', status, code, message, field);
}

function requirePass(world: PlatformWorld, passId: string): Pass {
	const pass = world.pass(Number(passId));
	if (!pass) throw refusal(404, 'PassNotFound', 'The game pass was not found.', 'gamePassId');
	return pass;
}

function listedPass(pass: Pass): unknown {
	return {
		id: pass.id,
		productId: pass.productId,
		name: pass.name,
		displayName: pass.name,
		displayDescription: pass.description,
		price: pass.isForSale ? pass.price : null,
		isForSale: pass.isForSale,
		isOwned: false,
		creator: { creatorType: pass.creator.type, creatorId: pass.creator.id, name: pass.creator.name },
		displayIconImageAssetId: pass.id + 90_000_000,
	};
}

function oldListedPass(pass: Pass): unknown {
	return {
		id: pass.id,
		name: pass.name,
		displayName: pass.name,
		productId: pass.productId,
		price: pass.isForSale ? pass.price : null,
		sellerName: pass.creator.name,
		sellerId: pass.creator.id,
		isOwned: false,
	};
}

function passDetails(pass: Pass, placeId: number | null): unknown {
	const createdTimestamp = new Date(pass.createdAtMs).toISOString();
	return {
		gamePassId: pass.id,
		name: pass.name,
		description: pass.description,
		isForSale: pass.isForSale,
		iconAssetId: pass.id + 90_000_000,
		placeId,
		createdTimestamp,
		updatedTimestamp: createdTimestamp,
		priceInformation: { defaultPriceInRobux: pass.price, enabledFeatures: pass.enabledFeatures },
	};
}

const DAY_MS = 86_400_000;

function gameRoutes(app: FastifyInstance, world: PlatformWorld): void {
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

const badCursor = (): PlatformRefusal => new PlatformRefusal('list', 400, 0, 'The cursor is invalid.');

function choice<Value extends string>(query: Query, name: string, allowed: readonly Value[], fallback: Value): Value {
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
