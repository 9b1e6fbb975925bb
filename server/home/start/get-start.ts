import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import type { DataAddress } from '../../../contract/data.ts';
import { CallError } from '../../../contract/errors.ts';
import { HISTORY_PAGE_SIZE, NOTICES_SHOWN, USERS_PAGE_SIZE } from '../../../contract/limits.ts';
import type { OfferDevice } from '../../../contract/offerwalls/offer-filters.ts';
import type { Start } from '../../../contract/site/start.ts';
import { encodeEventId } from '../../accounts/profile/live-streams.ts';
import { getUserDocument } from '../../accounts/profile/user-document.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import type { BoundLiveSource, Caller } from '../../lib/feature.ts';
import type { RunCall, RunData } from '../../lib/http/calls.ts';

export type StartDeps = {
	db: Database;
	log: Log;
	liveSources: readonly BoundLiveSource[];
	runCall: RunCall;
	runData: RunData;
};

export async function getStart(
	deps: StartDeps,
	input: { page?: string | null | undefined } | null | undefined,
	caller: Caller<'user'>,
): Promise<Start> {
	const { uid } = caller.actor;
	const call = <Name extends CallName>(name: Name, payload: CallPayload<Name>) =>
		deps.runCall(name, payload, caller) as Promise<CallResult<Name>>;
	// Read first, so that the live stream misses no later change.
	const live = await readPosition(deps.liveSources, uid);
	const [document, limits, notices, page] = await Promise.all([
		getUserDocument(deps.db, uid),
		call('getWithdrawLimits', null),
		call('getNotices', { limit: NOTICES_SHOWN }),
		readPage(deps, input?.page ?? '', caller),
	]);
	const user = { uid, ...document };
	return { user, balance: document.robux, unread: notices.unread, limits, page, notices, live };
}

async function readPosition(sources: readonly BoundLiveSource[], uid: string): Promise<string> {
	const positions = sources.map(async ({ name, listChangesSince }): Promise<[string, string]> => {
		const { position } = await listChangesSince(uid, undefined);
		return [name, position];
	});
	return encodeEventId(Object.fromEntries(await Promise.all(positions)));
}

async function readPage(deps: StartDeps, page: string, caller: Caller<'user'>): Promise<Start['page']> {
	const entries = Object.entries(readsOf(page) ?? {}).map(async ([name, payload]) => {
		try {
			return [await read(deps, { name, payload }, caller)];
		} catch (error) {
			// The page repeats the request and shows its error.
			if (!(error instanceof CallError)) deps.log.warn({ err: error, name }, "couldn't read the first data of a page");
			return [];
		}
	});
	const found = (await Promise.all(entries)).flat();
	return found.length > 0 ? Object.fromEntries(found) : null;
}

type Read = { name: string; payload: unknown };

async function read({ runCall, runData }: StartDeps, { name, payload }: Read, caller: Caller<'user'>) {
	if (!name.startsWith('GET ')) {
		return [name, { payload, result: await runCall(name as CallName, payload, caller) }] as const;
	}
	const address = `${name.slice('GET '.length)}?${new URLSearchParams(payload as Record<string, string>)}`;
	return [address, { payload: null, result: await runData(name as DataAddress, payload, caller.actor) }] as const;
}

type Reads = { [Name in CallName]?: CallPayload<Name> } & { 'GET /data/users/active'?: { days: string; tz: string } };

const COMPARED_DAYS = 60;
const historyPage = { limit: HISTORY_PAGE_SIZE };
const adminArea = { adminGetWaitingWork: null, adminGetWorkplace: null };
const anyPage = { getWindDown: null };

/** Payloads as `web` sends them. */
const pages: Readonly<Record<string, (query: URLSearchParams) => Reads>> = {
	'/earn': (query) => ({
		...anyPage,
		getOffers: { order: 'recommended', device: (query.get('device') || null) as OfferDevice | null },
		getOfferwalls: null,
		getOfferHistory: historyPage,
		getPendingRewards: null,
		getWithdrawHistory: { limit: 1 },
		getMyOffers: { state: 'started', limit: 5 },
	}),
	'/withdraw': () => ({ ...anyPage, getWithdrawHistory: { limit: 1 } }),
	'/offer-history': () => ({ ...anyPage, getOfferHistory: historyPage }),
	'/withdraw-history': () => ({ ...anyPage, getWithdrawHistory: historyPage }),
	'/my-offers': () => ({ ...anyPage, getMyOffers: historyPage }),
	'/admin': (query) => {
		const tz = query.get('tz') ?? 'UTC';
		return {
			...adminArea,
			adminGetBusiness: { days: COMPARED_DAYS, tz },
			'GET /data/users/active': { days: String(COMPARED_DAYS), tz },
			adminGetTreasury: null,
			adminGetPayoutAlerts: null,
		};
	},
	'/admin/users': () => ({
		...adminArea,
		adminGetUsers: { orderBy: 'totalEarned', search: '', limit: USERS_PAGE_SIZE },
	}),
};

export function readsOf(page: string): Reads | undefined {
	const address = URL.parse(page, 'http://localhost');
	const path = address?.pathname.toLowerCase().replace(/\/+$/, '') ?? '';
	return Object.hasOwn(pages, path) ? pages[path]?.(address?.searchParams ?? new URLSearchParams()) : undefined;
}
