export type HeadshotState = 'Completed' | 'Pending' | 'Blocked' | 'Error' | 'InReview' | 'TemporarilyUnavailable';

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
export type Creator = { id: number; type: 'User' | 'Group'; name: string };
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

export type NewUser = { name: string } & Partial<Omit<User, 'id' | 'name'>>;
export type NewGame = { ownerId: number; name: string } & Partial<
	Pick<Game, 'rootPlaceId' | 'creator' | 'isPublic' | 'placeVisits'>
>;
export type NewPass = { universeId: number; price: number | null } & Partial<
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

export type PlatformWrites = {
	addUser: (fields: NewUser) => User;
	addGame: (fields: NewGame) => Game;
	addPass: (fields: NewPass) => Pass;
};

function refuseWhenFull(items: ReadonlyMap<unknown, unknown>): void {
	if (items.size >= ITEMS_MAX) throw new RangeError(`at most ${ITEMS_MAX} of a kind`);
}
