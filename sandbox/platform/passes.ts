import type { FastifyInstance } from 'fastify';
import { badCursor, choice } from './games.ts';
import { pageOf, type Query, textOf } from './query.ts';
import { PlatformRefusal } from './refusal.ts';
import type { Pass, PlatformWorld } from './world.ts';

const PAGE_SIZE_MAX = 100;

export function passRoutes(app: FastifyInstance, world: PlatformWorld): void {
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
