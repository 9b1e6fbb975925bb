import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { OfferCategory, OfferDevice, OfferOrder } from '../../../contract/offerwalls/offer-filters.ts';
import type { FeedOffer, OfferStep } from '../feeds/feed.ts';
import { plainText } from '../feeds/plain-text.ts';
import { type Moment, rateAt, rewardAt } from '../terms/terms.ts';
import type { Wall } from '../walls/wall.ts';

export type OfferFigures = {
	clicks: number;
	completed: number;
	/** Rewards in R$ cents. */
	earned: number;
	credits: number;
	takenBack: number;
	/** Median minutes from click to credit; null if there are too few credits. */
	minutes: number | null;
};

/** `people` completed the offer. */
export type Popularity = readonly { country: string; device: OfferDevice; people: number }[];

export type PaidStep = OfferStep & { reward: RobuxCents };

export type CatalogueOffer = Omit<FeedOffer, 'steps' | 'picture'> & {
	id: string;
	wall: Wall;
	picture: string | undefined;
	steps: readonly PaidStep[];
	reward: RobuxCents;
	brief: string;
	haystack: string;
	/** Marks such as the app's id, which identify the same offer at several walls. */
	marks: readonly string[];
	firstSeenMs: number;
	/** False for the offers that a wall began with. */
	isAddition: boolean;
	figures: OfferFigures | undefined;
	popularity: Popularity;
	creditedPercent: number | null;
	isHidden: boolean;
	rank: Record<OfferOrder, number>;
	/** Better equivalents at other walls, shown instead if open to the user. */
	rivals: readonly CatalogueOffer[];
};

const BRIEF_MAX = 110;
const CLICKS_PER_GUESS = 20;
const CREDITS_TO_SHOW = 5;
const DAY_MINUTES = 1_440;
const SLOWEST_MINUTES = 1_000_000;

export type StoredOffer = { id: string; document: FeedOffer; firstSeenAt: Date; picture: string | null } & {
	figures: OfferFigures | null;
	popularity: Popularity | null;
	creditedPercent: number | null;
	isHidden: boolean;
	isAddition: boolean;
};

export function toCatalogueOffer(wall: Wall, stored: StoredOffer) {
	const { id, document, firstSeenAt, picture, figures, popularity, creditedPercent, isHidden, isAddition } = stored;
	const { steps: feedSteps, picture: _, ...offer } = document;
	const steps = feedSteps.flatMap((step) => {
		const reward = rewardOf(wall.rateCents, step);
		return reward > 0 || step.isVariable ? [{ ...step, reward }] : [];
	});
	return {
		...offer,
		id,
		wall,
		picture: picture ?? undefined,
		steps,
		reward: sumOf(steps),
		brief: plainText(offer.summary, BRIEF_MAX),
		haystack: toSearch(`${offer.title} ${offer.summary}`),
		marks: marksOf(offer),
		firstSeenMs: firstSeenAt.getTime(),
		isAddition,
		figures: figures ?? undefined,
		popularity: popularity ?? [],
		creditedPercent,
		isHidden,
		rank: { recommended: 0, reward: 0, quick: 0, new: 0 },
		rivals: [],
	};
}

function rewardOf(rateCents: number | undefined, { payoutMicros, rewardCents }: OfferStep): RobuxCents {
	if (rateCents === undefined) return asRobuxCents(rewardCents ?? 0);
	return asRobuxCents(Number(rewardAt(payoutMicros, rateCents)));
}

function sumOf(steps: readonly PaidStep[]): RobuxCents {
	return asRobuxCents(steps.reduce((sum, { reward }) => sum + reward, 0));
}

/** Rewards exclude the boost. */
export function offerAt(offer: CatalogueOffer, moment: Moment): CatalogueOffer {
	if (offer.wall.rates.length === 0) return offer;
	const rate = rateAt(offer.wall, moment);
	const steps = offer.steps.map((step) => ({ ...step, reward: rewardOf(rate?.rateCents, step) }));
	return { ...offer, steps, reward: sumOf(steps) };
}

export function usualMinutes(figures: OfferFigures | undefined): number | null {
	return figures && figures.completed >= CREDITS_TO_SHOW ? figures.minutes : null;
}

export function toSearch(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}+/gu, '')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

function marksOf({ store, title, devices, countries }: Pick<FeedOffer, 'store' | 'title' | 'devices' | 'countries'>) {
	const named = `title ${toSearch(title)} ${devices.join()} ${countries.join()}`;
	return store ? [`store ${store.toLowerCase()}`, named] : [named];
}

/** Assumes 1 credit in 20 clicks until there is data. */
export function sharesOf(offers: readonly CatalogueOffer[]): Map<OfferCategory, number> {
	const counted = new Map<OfferCategory, { clicks: number; completed: number }>();
	for (const { category, figures } of offers) {
		const { clicks, completed } = counted.get(category) ?? { clicks: 0, completed: 0 };
		counted.set(category, {
			clicks: clicks + (figures?.clicks ?? 0),
			completed: completed + (figures?.completed ?? 0),
		});
	}
	return new Map(
		[...counted].map(([category, { clicks, completed }]) => [category, (completed + 1) / (clicks + CLICKS_PER_GUESS)]),
	);
}

type Weighed = { share: number; percent: number };

/** Adds twenty average clicks of the category, because few clicks say little. */
export function rankOffer(offer: CatalogueOffer, { share, percent }: Weighed): CatalogueOffer['rank'] {
	const { clicks = 0, completed = 0, earned = 0, credits = 0, takenBack = 0, minutes = null } = offer.figures ?? {};
	const boosted = (100 + percent) / 100;
	const perClick = (earned + CLICKS_PER_GUESS * share * offer.reward) / (clicks + CLICKS_PER_GUESS);
	const completing = (completed + CLICKS_PER_GUESS * share) / (clicks + CLICKS_PER_GUESS);
	const staying = 1 - takenBack / (credits + CLICKS_PER_GUESS);
	const soon = 1 / (1 + (minutes ?? DAY_MINUTES) / DAY_MINUTES);
	return {
		recommended: Math.round(perClick * boosted * Math.sqrt(completing) * staying * soon * 1_000),
		reward: Math.round(offer.reward * boosted),
		quick: SLOWEST_MINUTES - Math.min(minutes ?? SLOWEST_MINUTES, SLOWEST_MINUTES),
		new: offer.firstSeenMs,
	};
}

const QUICK_MINUTES = 60;
const quickCategories: ReadonlySet<OfferCategory> = new Set(['survey', 'quiz']);
/** Separates the number of people from the value of an offer. */
export const RECOMMENDED_MAX = 1e10;
const PEOPLE_MAX = 1e5;

type RankFor = { country: string | undefined; device: OfferDevice | undefined; isNewcomer: boolean };

/** Ranks quick offers first for newcomers, then those that most users of the same country and device completed. */
export function recommendedTo({ country, device, isNewcomer }: RankFor, offer: CatalogueOffer): number {
	const people = offer.popularity.reduce(
		(sum, one) => (one.country === country && (one.device === device || !device) ? sum + one.people : sum),
		0,
	);
	const first = isNewcomer && isQuick(offer) ? PEOPLE_MAX : 0;
	return (
		(first + Math.min(people, PEOPLE_MAX - 1)) * RECOMMENDED_MAX + Math.min(offer.rank.recommended, RECOMMENDED_MAX - 1)
	);
}

/** A purchase is never a quick win. */
function isQuick({ figures, category, steps }: CatalogueOffer): boolean {
	if (category === 'shop') return false;
	const minutes = usualMinutes(figures);
	return minutes === null ? steps.length === 1 && quickCategories.has(category) : minutes <= QUICK_MINUTES;
}
