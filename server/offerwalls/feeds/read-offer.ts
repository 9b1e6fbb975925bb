import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../contract/durations.ts';
import { parseDecimal } from '../../../contract/money.ts';
import { type OfferCategory, type OfferDevice, offerDevices } from '../../../contract/offerwalls/offer-filters.ts';
import type { FeedContract, FeedOffer, OfferStep, TimeLimit } from './feed.ts';
import { plainText } from './plain-text.ts';

export class UnreadableOffer extends Error {
	override readonly name = 'UnreadableOffer';
}

const KEY = /^[\x21-\x7e]{1,128}$/;
const TITLE_MAX = 120;
const SUMMARY_MAX = 1_000;
const REQUIREMENT_MAX = 1_000;
const REQUIREMENTS_MAX = 20;
const STEPS_MAX = 60;
const COUNTRIES_MAX = 250;
const ADDRESS = /^[\x21-\x7e]{1,2000}$/;
/** Limits: reward in R$ cents, payout in micro-USD. */
const REWARD_MAX = 100_000_000;
const PAYOUT_MAX = 10_000_000_000;
const LIMIT_MAX_MS = 365 * DAY_MS;

export function offerIdOf(wall: string, key: string): string {
	return createHash('sha256').update(`${wall}\n${key}`).digest('base64url').slice(0, 16);
}

/** @param plainOrigin origin whose URLs may use plain http. */
export function readOffer(contract: FeedContract, item: unknown, plainOrigin: string | undefined): FeedOffer {
	const { fields } = contract;
	const title = plainText(one(item, fields.title), TITLE_MAX);
	if (!title) throw new UnreadableOffer('no title');
	const link = addressIn(one(item, fields.link), plainOrigin);
	if (!link) throw new UnreadableOffer('no URL');
	const picture = addressIn(one(item, fields.picture), plainOrigin);
	const support = fields.support && addressIn(one(item, fields.support), plainOrigin);
	const store = fields.store && storeOf(one(item, fields.store));
	return {
		key: keyIn(one(item, fields.id)),
		title,
		summary: plainText(one(item, fields.summary), SUMMARY_MAX),
		requirements: fields.requirements
			.flatMap((field) => all(item, field).map((text) => plainText(text, REQUIREMENT_MAX)))
			.filter((text) => text !== '')
			.slice(0, REQUIREMENTS_MAX),
		link,
		...(picture ? { picture } : {}),
		countries: countriesOf(all(item, fields.countries)),
		devices: devicesOf(contract, all(item, fields.devices)),
		category: categoryOf(contract, all(item, fields.categories)),
		...(store ? { store } : {}),
		...(support ? { support } : {}),
		...limitIn(item, fields.limit),
		steps: stepsOf(contract, item, title),
	};
}

function stepsOf({ fields }: FeedContract, item: unknown, title: string): OfferStep[] {
	const { steps, payout, reward } = fields;
	const listed = all(item, steps.list);
	if (listed.length > STEPS_MAX) throw new UnreadableOffer('too many steps');
	const read = listed.map(
		(step, index): OfferStep => ({
			id: stepKeyIn(one(step, steps.id) ?? ''),
			title: plainText(one(step, steps.title), TITLE_MAX) || `${index + 1}`,
			...stepMoneyOf(one(step, steps.payout), steps.reward && one(step, steps.reward)),
			...limitIn(step, steps.limit),
		}),
	);
	if (read.length === 0 && payout) {
		read.push({ id: '', title, ...moneyOf(one(item, payout), reward && one(item, reward)) });
	}
	const isPaid = ({ payoutMicros, rewardCents }: OfferStep) => payoutMicros > 0 || (rewardCents ?? 0) > 0;
	if (!read.some(isPaid)) throw new UnreadableOffer('no payout');
	return read.filter((step) => isPaid(step) || step.isVariable);
}

/** An invalid limit counts as none. */
function limitIn(item: unknown, limit: TimeLimit | undefined): Pick<FeedOffer, 'completeWithinMs'> {
	const value = limit && one(item, limit.field);
	const text = typeof value === 'number' ? String(value) : value;
	const completeWithinMs =
		limit && typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) * limit.unitMs : 0;
	return completeWithinMs > 0 && completeWithinMs <= LIMIT_MAX_MS ? { completeWithinMs } : {};
}

function stepMoneyOf(payout: unknown, reward: unknown): Omit<OfferStep, 'id' | 'title'> {
	const isVariable = [payout, reward].some((value) => typeof value === 'string' && /^variable$/i.test(value));
	return isVariable ? { payoutMicros: 0, isVariable } : moneyOf(payout, reward);
}

function moneyOf(payout: unknown, reward: unknown): Pick<OfferStep, 'payoutMicros' | 'rewardCents'> {
	const payoutMicros = amountIn(payout ?? 0, 6, PAYOUT_MAX);
	if (reward === undefined || reward === null) return { payoutMicros };
	return { payoutMicros, rewardCents: amountIn(reward, 2, REWARD_MAX) };
}

/** Rounds down. @throws UnreadableOffer */
function amountIn(value: unknown, decimals: number, max: number): number {
	const text = typeof value === 'number' ? plainNumber(value) : value;
	const amount = typeof text === 'string' ? parseDecimal(text, decimals) : undefined;
	if (amount === undefined || amount < 0 || amount > max) throw new UnreadableOffer('invalid amount');
	return amount;
}

function plainNumber(value: number): string {
	return Number.isInteger(value) ? String(value) : value.toFixed(8).replace(/0+$/, '');
}

function keyIn(value: unknown): string {
	const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
	if (typeof text !== 'string' || !KEY.test(text)) throw new UnreadableOffer('invalid ID');
	return text;
}

const stepKeyIn = (value: unknown): string => (value === '' ? '' : keyIn(value));

const EVERYWHERE: ReadonlySet<string> = new Set([
	...['*', 'ALL', 'ANY', 'WW', 'GLOBAL', 'WORLD', 'WORLDWIDE', 'INTERNATIONAL', 'XX'],
]);

/** Throws for invalid country codes, because dropping them could show the offer in all countries. */
function countriesOf(named: readonly unknown[]): string[] {
	const codes = named
		.flatMap((code) => (typeof code === 'string' ? code.split(/[\s,;|]+/) : ['?']))
		.filter((code) => code !== '')
		.map((code) => code.toUpperCase());
	if (codes.some((code) => EVERYWHERE.has(code))) return [];
	if (codes.length > COUNTRIES_MAX || codes.some((code) => !/^[A-Z]{2}$/.test(code))) {
		throw new UnreadableOffer('invalid country');
	}
	return [...new Set(codes.map((code) => (code === 'UK' ? 'GB' : code)))].sort();
}

function devicesOf(contract: FeedContract, named: readonly unknown[]): OfferDevice[] {
	const known = new Set(
		named.flatMap((name) => (typeof name === 'string' ? (contract.devices[name.toLowerCase()] ?? []) : [])),
	);
	if (named.length > 0 && known.size === 0) throw new UnreadableOffer('unknown device');
	return offerDevices.filter((device) => named.length === 0 || known.has(device));
}

function categoryOf(contract: FeedContract, named: readonly unknown[]): OfferCategory {
	const names = new Set(named.map((name) => String(name).toLowerCase()));
	const ours = Object.keys(contract.categories) as OfferCategory[];
	return ours.find((category) => contract.categories[category]?.some((theirs) => names.has(theirs))) ?? 'other';
}

function addressIn(value: unknown, plainOrigin: string | undefined): string | undefined {
	if (typeof value !== 'string' || !ADDRESS.test(value)) return undefined;
	const url = URL.parse(value);
	if (!url || url.username || url.password) return undefined;
	return url.protocol === 'https:' || url.origin === plainOrigin ? value : undefined;
}

function storeOf(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const named = /[?&]id=([\w.]{3,100})/.exec(value)?.[1] ?? /\/id(\d{5,15})\b/.exec(value)?.[1];
	return named ?? (/^[\w.]{3,100}$/.test(value) ? value : undefined);
}

const one = (item: unknown, path: string): unknown => at([item], path)[0];

/** Keeps missing values of entries: without its country, an offer would be open to all. */
function all(item: unknown, path: string): unknown[] {
	return at([item], path).flatMap((value) => value ?? (path.includes('[]') ? [value] : []));
}

export function at(values: readonly unknown[], path: string): unknown[] {
	return path.split('.').reduce<unknown[]>(
		(now, part) => {
			const name = part.replace(/\[\]$/, '');
			const next = now.map((value) =>
				typeof value === 'object' && value !== null && Object.hasOwn(value, name)
					? (value as Record<string, unknown>)[name]
					: undefined,
			);
			return part.endsWith('[]') ? next.flatMap((value) => (Array.isArray(value) ? value : [])) : next;
		},
		[...values],
	);
}
