import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Pass, type PlatformWorld, passPrice } from '../platform/world.ts';

const id = z.coerce.number().int().positive();
const price = z.int().min(1).max(1_000_000_000).nullable();

const newUser = z.strictObject({
	name: z.string().regex(/^(?!_)\w{3,20}(?<!_)$/, 'Usernames must have 3 to 20 letters, digits and underscores.'),
	isBanned: z.boolean().optional(),
	description: z.string().max(1_000).optional(),
});
const userChange = newUser.omit({ name: true });
const newGame = z.strictObject({
	ownerId: z.int().positive(),
	name: z.string().trim().min(1, 'Enter a name for the game.').max(500),
});
const newPass = z.strictObject({
	universeId: z.int().positive(),
	price,
	name: z.string().trim().min(1).max(100).optional(),
	regionalPricing: z.boolean().optional(),
});
const passChange = newPass.omit({ universeId: true }).extend({ price: price.optional() });

export function platformControlRoutes(app: FastifyInstance, world: PlatformWorld): void {
	app.get('/control/platform/users', async () => ({
		users: world.users().map((user) => ({ ...user, games: world.gamesOf(user.id).length })),
	}));
	app.post('/control/platform/users', async (request, reply) => {
		return reply.code(201).send(world.addUser(defined(newUser.parse(request.body))));
	});
	app.patch('/control/platform/users/:id', async (request) =>
		Object.assign(known(world.user(idOf(request)), 'user'), defined(userChange.parse(request.body))),
	);

	app.get('/control/platform/users/:id/games', async (request) => {
		const games = world.gamesOf(known(world.user(idOf(request)), 'user').id);
		return { games: games.map((game) => ({ ...game, passes: world.passesOf(game.universeId).length })) };
	});
	app.post('/control/platform/games', async (request, reply) => {
		return reply.code(201).send(world.addGame(newGame.parse(request.body)));
	});

	app.get('/control/platform/games/:id/passes', async (request) => ({
		passes: world.passesOf(known(world.game(idOf(request)), 'game').universeId),
	}));
	app.post('/control/platform/passes', async (request, reply) => {
		const { regionalPricing, ...fields } = newPass.parse(request.body);
		const pass = world.addPass(defined(fields));
		return reply.code(201).send(changePass(pass, { regionalPricing }));
	});
	app.patch('/control/platform/passes/:id', async (request) =>
		changePass(known(world.pass(idOf(request)), 'pass'), passChange.parse(request.body)),
	);

	app.get('/control/platform/price', async (request) => {
		const { amount } = z.object({ amount: z.coerce.number().int().min(1).max(1_000_000) }).parse(request.query);
		return { amount, price: passPrice(amount) };
	});
}

function changePass(pass: Pass, { regionalPricing, ...change }: z.output<typeof passChange>): Pass {
	Object.assign(pass, defined(change));
	if (change.price !== undefined) pass.isForSale = change.price !== null;
	if (regionalPricing === undefined) return pass;
	const others = pass.enabledFeatures.filter((feature) => feature !== 'RegionalPricing');
	pass.enabledFeatures = regionalPricing ? [...others, 'RegionalPricing'] : others;
	return pass;
}

function idOf(request: { params: unknown }): number {
	return z.object({ id }).parse(request.params).id;
}

function known<Value>(value: Value | undefined, what: string): Value {
	if (value === undefined) throw Object.assign(new Error(`This ${what} doesn't exist.`), { statusCode: 404 });
	return value;
}

type Defined<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

function defined<Fields extends object>(fields: Fields): Defined<Fields> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
