import { pick, randomFrom } from '../pictures/palette.ts';

export type FeedName = 'lootably' | 'adgate';
export type Kind = 'game' | 'survey' | 'app' | 'quiz' | 'shop';
export type Goal = { id: string; title: string; reward: number };
export type FeedOffer = {
	id: string;
	feed: FeedName;
	kind: Kind;
	name: string;
	text: string;
	requirements: string;
	/** ISO codes of countries; empty means everywhere. */
	countries: readonly string[];
	devices: readonly ('android' | 'ios' | 'desktop')[];
	store: string | undefined;
	goals: readonly Goal[];
};

/** Some offers are in both feeds, because partners resell each other's offers. */
const COUNT = { lootably: 160, adgate: 110 } as const;
const IN_BOTH = 12;
/** These never change, so that a tour finds them. */
const STEADY = 24;
const CHANGES_EVERY_MS = 10 * 60_000;

/** Fictional: no real brands, shops or games. */
const places = 'Amber,Copper,Harbour,Lantern,Meadow,Orchard,Pebble,River,Saffron,Tundra,Willow,Zephyr'.split(',');
const things: Record<Kind, readonly string[]> = {
	game: ['Farm', 'Tiles', 'Fleet', 'Miners', 'Kitchen', 'Kingdom', 'Racers', 'Words', 'Castle', 'Garden'],
	survey: 'breakfast,commuting,sleep,music,pets,holidays,gardens,coffee,school lunches,city parks,podcasts'.split(','),
	app: ['Budget', 'Steps', 'Recipes', 'Notes', 'Podcasts', 'Language', 'Sleep diary', 'Weather'],
	quiz: ['geography', 'flags', 'animals', 'space', 'old films', 'spelling'],
	shop: ['Stationery', 'Tea', 'Bicycle', 'Candle', 'Plant', 'Board game'],
};
/** Least and most in R$. */
const rewards = { game: [150, 4_000], survey: [10, 160], app: [40, 450], quiz: [5, 60], shop: [250, 1_800] } as const;
/** The product holds credits above 2,000 R$. */
const STEP_MAX = 1_800;
const gameGoals = [
	['Reach level 10', 'Reach level 30'],
	['Reach level 5', 'Reach level 20', 'Reach level 45', 'Finish the first chapter'],
	['Collect 500 coins'],
] as const;
const kinds: readonly Kind[] = ['game', 'game', 'game', 'survey', 'survey', 'app', 'app', 'quiz', 'shop'];
const rules = ['Once per person.', 'Once per household.', 'New members only.'];
const rulesOfApps = ['New users only. Finish within 30 days.', 'Once per device. Finish within 30 days.'];
const phones = [['android'], ['ios'], ['android', 'ios'], ['android', 'ios']] as const;
const screens = [['android', 'ios', 'desktop'], ['android', 'ios', 'desktop'], ['desktop']] as const;
const regions = [
	['NL', 'DE', 'AT', 'BE'],
	['US', 'CA', 'GB'],
	['FR', 'ES', 'IT'],
] as const;

const all: Record<FeedName, readonly FeedOffer[]> = {
	lootably: Array.from({ length: COUNT.lootably }, (_, n) => invent('lootably', n)),
	adgate: Array.from({ length: COUNT.adgate }, (_, n) => invent('adgate', n)),
};

export function offersOf(feed: FeedName, nowMs: number): FeedOffer[] {
	const hour = Math.floor(nowMs / CHANGES_EVERY_MS);
	return all[feed].flatMap((offer, n) => {
		if (n < STEADY) return [offer];
		if ((n * 7 + hour) % 23 === 0) return [];
		if ((n + hour) % 17 !== 0) return [offer];
		return [{ ...offer, goals: offer.goals.map((goal) => ({ ...goal, reward: Math.round(goal.reward * 1.1) })) }];
	});
}

export const steadyOffers = (): FeedOffer[] => [...all.lootably.slice(0, STEADY), ...all.adgate.slice(0, STEADY)];

/** Also finds offers that have left their feed, so that users can finish them. */
export function findFeedOffer(id: string, nowMs: number): FeedOffer | undefined {
	const now = [...offersOf('lootably', nowMs), ...offersOf('adgate', nowMs)];
	return [...now, ...all.lootably, ...all.adgate].find((offer) => offer.id === id);
}

function invent(feed: FeedName, n: number): FeedOffer {
	const isShared = n < IN_BOTH;
	const random = randomFrom((isShared ? 0 : feed === 'lootably' ? 1_000 : 50_000) + n);
	const kind = isShared ? 'game' : pick(random, kinds);
	const thing = pick(random, things[kind]);
	const place = isShared ? (places[n] as string) : pick(random, places);
	const isEverywhere = n < STEADY || random() < 0.7;
	const isInstalled = kind === 'game' || kind === 'app';
	const [least, most] = rewards[kind];
	// Small rewards are more frequent than large ones.
	const reward = least * (most / least) ** random();
	const id = feed === 'lootably' ? `sb-${n + 1}` : String(7_000 + n);
	const { name, text, goals } = describe(kind, `${place} ${thing}`, thing, random);
	return {
		id,
		feed,
		kind,
		name,
		text,
		requirements: pick(random, isInstalled ? rulesOfApps : rules),
		countries: isEverywhere ? [] : pick(random, regions),
		devices: isInstalled ? pick(random, phones) : pick(random, screens),
		store: isInstalled ? `example.sandbox.${name.toLowerCase().replace(/\W+/g, '')}` : undefined,
		goals: shareOut(isShared && feed === 'adgate' ? reward * 0.8 : reward, id, goals),
	};
}

function describe(kind: Kind, name: string, thing: string, random: () => number) {
	const minutes = pick(random, [5, 8, 12, 15, 20]);
	const goals = ['Open the game for the first time', ...pick(random, gameGoals)];
	return {
		game: { name, text: `${goals.at(-1)}.`, goals },
		app: { name, text: 'Install it and use it for a week.', goals: ['Open the app', 'Use it on seven days'] },
		survey: { name: `Survey: ${thing}`, text: `Takes about ${minutes} minutes.`, goals: ['Finish the survey'] },
		quiz: { name: `Quiz: ${thing}`, text: `Answer ${2 * minutes} questions.`, goals: ['Finish the quiz'] },
		shop: { name: `${name} Shop`, text: 'Place your first order.', goals: ['Place the first order'] },
	}[kind];
}

/** Each step is worth three times the step before it. */
function shareOut(reward: number, id: string, titles: readonly string[]): Goal[] {
	const parts = (3 ** titles.length - 1) / 2;
	return titles.map((title, n) => ({
		id: `${id.replace(/\D/g, '')}${n + 1}`,
		title,
		reward: Math.min(STEP_MAX, Math.max(1, Math.round((reward * 3 ** n) / parts))),
	}));
}
