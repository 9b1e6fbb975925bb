type HeadshotState = 'Completed' | 'Pending' | 'Blocked' | 'Error' | 'InReview' | 'TemporarilyUnavailable';

export type User = {
	id: number;
	name: string;
	displayName: string;
	previousNames: string[];
	isBanned: boolean;
	headshot: HeadshotState;
	headshotPendingAnswers: number;
	description: string;
};
type Creator = { id: number; type: 'User' | 'Group'; name: string };
export type Game = {
	universeId: number;
	rootPlaceId: number | null;
	name: string;
	creator: Creator;
	ownerId: number;
	isPublic: boolean;
	createdAtMs: number;
	placeVisits: number;
};
export type Pass = {
	id: number;
	productId: number;
	universeId: number;
	name: string;
	description: string;
	/** Price in R$; null while the pass is off sale. */
	price: number | null;
	isForSale: boolean;
	creator: Creator;
	enabledFeatures: string[];
	createdAtMs: number;
};

type NewUser = { name: string } & Partial<Omit<User, 'id' | 'name'>>;
type NewGame = { ownerId: number; name: string } & Partial<
	Pick<Game, 'rootPlaceId' | 'creator' | 'isPublic' | 'placeVisits'>
>;
type NewPass = { universeId: number; price: number | null } & Partial<
	Pick<Pass, 'name' | 'description' | 'isForSale' | 'creator' | 'enabledFeatures'>
>;
export type PlatformWorld = ReturnType<typeof createPlatformWorld>;

const ITEMS_MAX = 200_000;
const FIRST_DAY_MS = Date.UTC(2024, 0, 15);

/** Ids are sequential, so the same seed gives the same ids. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a factory; each function in it is short.
export function createPlatformWorld(seed: (world: PlatformWrites) => void) {
	const users = new Map<number, User>();
	const games = new Map<number, Game>();
	const passes = new Map<number, Pass>();
	const userByName = new Map<string, User>();
	const userByPreviousName = new Map<string, User>();
	const gamesOfUser = new Map<number, Game[]>();
	const gameByPlace = new Map<number, Game>();
	const passesOfGame = new Map<number, Pass[]>();

	const writes = {
		addUser(fields: NewUser): User {
			refuseWhenFull(users);
			if (userByName.has(fields.name.toLowerCase())) throw new RangeError(`the name ${fields.name} is taken`);
			const user: User = {
				displayName: fields.name,
				previousNames: [],
				isBanned: false,
				headshot: 'Completed',
				headshotPendingAnswers: 0,
				description: '',
				...fields,
				id: 7_100_001 + users.size,
			};
			users.set(user.id, user);
			userByName.set(user.name.toLowerCase(), user);
			for (const name of user.previousNames) userByPreviousName.set(name.toLowerCase(), user);
			return user;
		},

		addGame(fields: NewGame): Game {
			refuseWhenFull(games);
			const owner = users.get(fields.ownerId);
			if (!owner) throw new RangeError(`no user ${fields.ownerId}`);
			const game: Game = {
				creator: { id: owner.id, type: 'User', name: owner.name },
				isPublic: true,
				placeVisits: 0,
				rootPlaceId: 9_300_001 + games.size,
				...fields,
				universeId: 8_200_001 + games.size,
				createdAtMs: FIRST_DAY_MS + games.size * 3_600_000,
			};
			games.set(game.universeId, game);
			gamesOfUser.set(owner.id, [...(gamesOfUser.get(owner.id) ?? []), game]);
			if (game.rootPlaceId !== null) gameByPlace.set(game.rootPlaceId, game);
			return game;
		},

		/** Regional pricing is on by default, as on the real platform. */
		addPass(fields: NewPass): Pass {
			refuseWhenFull(passes);
			const game = games.get(fields.universeId);
			if (!game) throw new RangeError(`no game ${fields.universeId}`);
			const id = 6_400_001 + passes.size;
			const pass: Pass = {
				name: `Supporter pass ${fields.price ?? ''}`.trim(),
				description: '',
				isForSale: fields.price !== null,
				creator: game.creator,
				enabledFeatures: ['RegionalPricing'],
				...fields,
				id,
				productId: id + 4_000_000,
				createdAtMs: FIRST_DAY_MS + passes.size * 60_000,
			};
			passes.set(id, pass);
			passesOfGame.set(game.universeId, [...(passesOfGame.get(game.universeId) ?? []), pass]);
			return pass;
		},
	};

	function reset(): void {
		for (const map of [users, games, passes, userByName, userByPreviousName, gamesOfUser, gameByPlace, passesOfGame]) {
			map.clear();
		}
		seed(writes);
	}

	reset();
	return {
		...writes,
		reset,
		users: () => [...users.values()],
		user: (id: number) => users.get(id),
		userNamed: (name: string) => userByName.get(name.toLowerCase()) ?? userByPreviousName.get(name.toLowerCase()),
		game: (universeId: number) => games.get(universeId),
		gameAtPlace: (placeId: number) => gameByPlace.get(placeId),
		gamesOf: (userId: number) => gamesOfUser.get(userId) ?? [],
		pass: (id: number) => passes.get(id),
		passesOf: (universeId: number) => passesOfGame.get(universeId) ?? [],
	};
}

type PlatformWrites = {
	addUser: (fields: NewUser) => User;
	addGame: (fields: NewGame) => Game;
	addPass: (fields: NewPass) => Pass;
};

function refuseWhenFull(items: ReadonlyMap<unknown, unknown>): void {
	if (items.size >= ITEMS_MAX) throw new RangeError(`at most ${ITEMS_MAX} of a kind`);
}

const demoAmounts = [5, 10, 25, 50, 100, 250, 500, 1000] as const;

const veryLongName =
	'The Extraordinarily Long Chronicles of the Wandering Lighthouse Keepers and Their Seventeen Improbable Floating ' +
	'Islands Beyond the Northern Fog';

const firstWords = 'Amber,Quiet,Paper,Copper,Drifting,Hidden,Velvet,Winter,Glass,Lantern'.split(',');
const secondWords = 'Harbor,Orchard,Canyon,Workshop,Islands,Railway,Garden,Castle,Reef,Valley'.split(',');

export function seedPlatform(world: PlatformWrites): void {
	seedPlayer(world);
	seedSecondPlayer(world);
	seedManyGames(world);
	seedLonelyAccounts(world);
	seedAwkwardPasses(world);
}

function seedPlayer(world: PlatformWrites): void {
	const player = world.addUser({ name: 'sandbox_player', displayName: 'Sandbox Player' });
	const harbor = world.addGame({ ownerId: player.id, name: 'Harbor Builders', placeVisits: 48_211 });
	addPasses(world, harbor, ['UserFixedPrice']);
	const lantern = world.addGame({ ownerId: player.id, name: 'Lantern Woods', placeVisits: 9_034 });
	addPasses(world, lantern, []);
	const skyline = world.addGame({ ownerId: player.id, name: 'Skyline Racers (regional pricing on)', placeVisits: 712 });
	addPasses(world, skyline, ['RegionalPricing']);
	world.addGame({ ownerId: player.id, name: 'Quiet Meadow (no passes)', placeVisits: 17 });
}

function seedSecondPlayer(world: PlatformWrites): void {
	const player = world.addUser({ name: 'second_player', displayName: 'Second Player' });
	addPasses(world, world.addGame({ ownerId: player.id, name: 'Paper Castle', placeVisits: 1_204 }), []);
}

function seedManyGames(world: PlatformWrites): void {
	const player = world.addUser({ name: 'many_games', displayName: 'Many Games' });
	for (let number = 1; number <= 300; number++) {
		const first = firstWords[number % firstWords.length];
		const second = secondWords[Math.floor(number / firstWords.length) % secondWords.length];
		const name = number === 7 ? veryLongName : `${first} ${second} ${number}`;
		const game = world.addGame({ ownerId: player.id, name, placeVisits: (number * 7_919) % 90_001 });
		if (number <= 3) addPasses(world, game, []);
	}
}

function seedLonelyAccounts(world: PlatformWrites): void {
	world.addUser({ name: 'no_games', displayName: 'No Games' });
	const shy = world.addUser({ name: 'private_games', displayName: 'Private Games' });
	world.addGame({ ownerId: shy.id, name: 'Locked Workshop', isPublic: false });
	const banned = world.addUser({ name: 'banned_player', displayName: 'Banned Player', isBanned: true });
	addPasses(world, world.addGame({ ownerId: banned.id, name: 'Closed Arcade' }), []);
	const renamed = world.addUser({ name: 'renamed_player', previousNames: ['old_player_name'] });
	addPasses(world, world.addGame({ ownerId: renamed.id, name: 'Copper Railway' }), []);
	world.addUser({ name: 'slow_avatar', displayName: 'Slow Avatar', headshotPendingAnswers: 2 });
	world.addUser({ name: 'no_avatar', displayName: 'No Avatar', headshot: 'Blocked' });
}

function seedAwkwardPasses(world: PlatformWrites): void {
	const player = world.addUser({ name: 'awkward_passes', displayName: 'Awkward Passes' });
	const offSale = world.addGame({ ownerId: player.id, name: 'Off-sale Orchard' });
	world.addPass({ universeId: offSale.universeId, name: 'Off sale', price: null, enabledFeatures: [] });
	world.addPass({ universeId: offSale.universeId, price: passPrice(10), isForSale: false, enabledFeatures: [] });
	const group = { id: 5_500_001, type: 'Group', name: 'Demo Builders Guild' } as const;
	const shared = world.addGame({ ownerId: player.id, name: 'Guild Island', creator: group });
	world.addPass({ universeId: shared.universeId, price: passPrice(10), enabledFeatures: [] });
	const optimised = world.addGame({ ownerId: player.id, name: 'Optimised Reef' });
	world.addPass({ universeId: optimised.universeId, price: passPrice(10), enabledFeatures: ['PriceOptimization'] });
	world.addGame({ ownerId: player.id, name: 'Unfinished (no start place)', rootPlaceId: null });
	const crowded = world.addGame({ ownerId: player.id, name: 'Hundred Passes' });
	for (let price = 1; price <= 250; price++) {
		world.addPass({ universeId: crowded.universeId, name: `Tier ${price}`, price, enabledFeatures: [] });
	}
}

function addPasses(world: PlatformWrites, game: Game, enabledFeatures: string[]): void {
	for (const amount of demoAmounts) {
		world.addPass({
			universeId: game.universeId,
			name: `Supporter ${amount}`,
			description: `Its owner is paid about ${amount}.`,
			price: passPrice(amount),
			enabledFeatures: [...enabledFeatures],
		});
	}
}

/** Returns amount / 0.7, rounded half up in integer arithmetic. */
export const passPrice = (amount: number): number => Math.floor((amount * 100 + 35) / 70);

/** Returns amount / 0.7, rounded up. A payout vendor looks for this price without a pass id. */
export const passPriceRoundedUp = (amount: number): number => Math.ceil((amount * 10) / 7);
