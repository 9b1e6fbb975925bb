import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { AGE_MIN_YEARS } from '../../contract/limits.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { homeCalls, PublicStats } from '../../contract/site/home.ts';
import type { startCalls } from '../../contract/site/start.ts';
import type { PublicStatus, statusCalls } from '../../contract/site/status.ts';
import type { IsServed } from '../accounts/sign-in/served-country.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { Caller, Feature } from '../lib/feature.ts';
import { memoize } from '../lib/jobs/semaphores.ts';
import type { FindCountry, NetworkTable } from '../lib/network-table.ts';
import type { Catalogue } from '../offerwalls/catalogue/catalogue.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { MEASURED_MS, measureAnswers } from '../tickets/messages/store-messages.ts';
import { type RaisedAlert, selectAlerts, selectPayoutSettings } from '../withdrawals/safety/store-safety.ts';
import { getStart, type StartDeps } from './start/get-start.ts';
import { addOffers, countOffersOf, type Payout, selectNewestPayouts, sumPaidOut } from './store.ts';

type Deps = PublicStatsDeps & StartDeps & DbDeps & { readPublicStatus: () => Promise<PublicStatus> };

export const home = {
	calls: { getPublicStats, getPublicStatus: ({ readPublicStatus }) => readPublicStatus(), getStart },
	limits: { getStart: [{ by: 'user', max: 120, windowMs: MINUTE_MS }] },
	jobs: [{ name: 'count-offers', at: '* * * * *', isLong: true, isQuiet: true, run: countOffers }],
} satisfies Feature<typeof homeCalls & typeof statusCalls & typeof startCalls, Deps>;

type PublicStatusDeps = DbDeps & {
	walls: readonly Pick<Wall, 'id' | 'name' | 'enabled'>[];
	networkTable: Pick<NetworkTable, 'facts'>;
};

type Trouble = PublicStatus['wrong'][number];

const CACHE_MS = 15_000;
const REPLIES_CACHE_MS = 10 * MINUTE_MS;
const REPLIES_MIN = 5;

/** Keys are the first words of alerts (docs/operations.md). All other alerts are for operators. */
const kinds: Readonly<Record<string, Trouble['kind']>> = {
	silent: 'rewards-late',
	signatures: 'rewards-late',
	unclear: 'withdrawals-vendor',
	busy: 'withdrawals-vendor',
	// The site causes these problems, not the vendor.
	empty: 'withdrawals-late',
	'locked-out': 'withdrawals-late',
	waiting: 'withdrawals-late',
	'by-hand': 'withdrawals-late',
	mail: 'mails-late',
};
/** Only the first of these kinds is shown, because it explains the others. */
const ofWithdrawals = ['withdrawals-paused', 'withdrawals-vendor', 'withdrawals-late'] as const;

export function createReadPublicStatus({
	db,
	clock,
	walls,
	networkTable,
}: PublicStatusDeps): () => Promise<PublicStatus> {
	const readReplyHours = memoize(clock, REPLIES_CACHE_MS, async () => {
		const { answers, p90_hours } = await measureAnswers(db, new Date(clock.now() - MEASURED_MS));
		return answers < REPLIES_MIN || p90_hours === null ? null : Math.max(1, Math.ceil(p90_hours));
	});
	return memoize(clock, CACHE_MS, async () => {
		const [alerts, { isOn }, replyHours] = await Promise.all([
			selectAlerts(db),
			selectPayoutSettings(db),
			readReplyHours(),
		]);
		const paused = isOn ? [] : [{ kind: 'withdrawals-paused' as const, wall: null, since: null }];
		const found = [...paused, ...alerts.flatMap((alert) => troubleOf(alert, walls))];
		const late = found.filter(({ kind }) => kind === 'rewards-late');
		const unpaid = ofWithdrawals.map((kind) => firstOf(found, kind)).find((each) => each !== undefined);
		const mails = firstOf(found, 'mails-late');
		return {
			at: clock.now(),
			wrong: [unpaid, ...eachWallOnce(late), mails].filter((each) => each !== undefined),
			country_data: networkTable.facts()?.attribution ?? null,
			reply_hours: replyHours,
		};
	});
}

function troubleOf({ kind, raisedAt }: RaisedAlert, walls: PublicStatusDeps['walls']): Trouble[] {
	const [first = '', of] = kind.split(' ');
	const publicKind = kinds[first];
	if (!publicKind) return [];
	const trouble = { kind: publicKind, wall: null, since: Math.floor(raisedAt.getTime() / MINUTE_MS) * MINUTE_MS };
	if (publicKind !== 'rewards-late') return [trouble];
	const wall = walls.find(({ id, enabled }) => id === of && enabled);
	return wall ? [{ ...trouble, wall: wall.name }] : [];
}

function firstOf(troubles: readonly Trouble[], wanted: Trouble['kind']): Trouble | undefined {
	return troubles.find(({ kind }) => kind === wanted);
}

function eachWallOnce(troubles: readonly Trouble[]): Trouble[] {
	return [...new Map(troubles.toReversed().map((trouble) => [trouble.wall, trouble])).values()].reverse();
}

type PublicFigures = Omit<PublicStats, 'offers'>;

type PublicStatsDeps = OffersToShowDeps & { readPublicFigures: () => Promise<PublicFigures> };

const PAYOUTS_SHOWN = 5;

async function getPublicStats(
	deps: PublicStatsDeps,
	_input: unknown,
	{ ip }: Pick<Caller, 'ip'>,
): Promise<PublicStats> {
	return { ...(await deps.readPublicFigures()), offers: offersToShow(deps, ip) };
}

export function createReadPublicFigures({ db, clock }: DbDeps): () => Promise<PublicFigures> {
	return memoize(clock, CACHE_MS, async () => {
		const [paidOut, offersToday, payouts] = await Promise.all([
			sumPaidOut(db),
			countOffersOf(db, dayOf(clock.now())),
			selectNewestPayouts(db, PAYOUTS_SHOWN),
		]);
		return { paidOut: robuxToWire(paidOut), offersToday, recentPayouts: payouts.map(inPublic) };
	});
}

type OffersToShowDeps = { catalogue: Catalogue; findCountry: FindCountry; isServed: IsServed };

const OFFERS_MAX = 6;
const OFFERS_MIN = 3;

/** Returns offers open to visitors of the minimum age, without details of partners. */
export function offersToShow(deps: OffersToShowDeps, ip: string): PublicStats['offers'] {
	const { catalogue, findCountry, isServed } = deps;
	const visitor = { age: AGE_MIN_YEARS, country: findCountry(ip), isServed: isServed(ip) };
	const all = { category: undefined, device: undefined, words: [], after: undefined };
	const offers = catalogue.list(visitor, { ...all, order: 'recommended', count: OFFERS_MAX });
	if (offers.length < OFFERS_MIN) return [];
	return offers.map(({ offer: { title, reward, category, picture } }) => ({
		title,
		reward: robuxToWire(reward),
		category,
		picture: picture ?? null,
	}));
}

/** No credit waits longer for its commit. */
const LATE_WRITES_MS = 20_000;

export async function countOffers({ db, clock }: DbDeps): Promise<void> {
	const untilMs = clock.now() - LATE_WRITES_MS;
	await addOffers(db, dayOf(untilMs), untilMs);
}

const DOTS = '••••';

const dayOf = (ms: number): number => ms - (ms % DAY_MS);

/** Hides the length of the name and the exact time, so that users cannot be identified. */
function inPublic({ robloxUsername, amount, paidAt }: Payout): PublicStats['recentPayouts'][number] {
	const ms = paidAt.getTime();
	return { name: maskName(robloxUsername), amount: robuxToWire(amount), paid_at: ms - (ms % MINUTE_MS) };
}

/** `robin_42` -> `r••••` */
export const maskName = (name: string): string => ([...name][0] ?? '') + DOTS;
