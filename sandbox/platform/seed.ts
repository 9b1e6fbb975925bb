import { passPrice } from './price.ts';
import type { Game, PlatformWrites } from './world.ts';

const demoAmounts = [5, 10, 25, 50, 100, 250, 500, 1000] as const;

const veryLongName =
	'The Extraordinarily Long Chronicles of the Wandering Lighthouse Keepers and Their Seventeen Improbable Floating ' +
	'Islands Beyond the Northern Fog';

const firstWords = ['Amber', 'Quiet', 'Paper', 'Copper', 'Drifting', 'Hidden', 'Velvet', 'Winter', 'Glass', 'Lantern'];
const secondWords = [
	'Harbor',
	'Orchard',
	'Canyon',
	'Workshop',
	'Islands',
	'Railway',
	'Garden',
	'Castle',
	'Reef',
	'Valley',
];

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
