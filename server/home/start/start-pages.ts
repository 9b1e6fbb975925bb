import type { CallName, CallPayload } from '../../../contract/calls.ts';
import { HISTORY_PAGE_SIZE, USERS_PAGE_SIZE } from '../../../contract/limits.ts';
import type { OfferDevice } from '../../../contract/offerwalls/offer-filters.ts';

export type Reads = { [Name in CallName]?: CallPayload<Name> } & {
	'GET /data/users/active'?: { days: string; tz: string };
};

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
		getMyOffers: { state: 'started', limit: 1 },
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
