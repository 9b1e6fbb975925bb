import { randomUUID } from 'node:crypto';
import { callError } from '../../../contract/refusals.ts';
import { deviceInWords } from '../../accounts/sessions/device.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { Overloaded } from '../../lib/jobs/batcher.ts';
import type { OfferLink } from '../feeds/feed.ts';
import { type FeedKind, feeds } from '../feeds/feeds.ts';
import type { ClickKeeper } from './click-keeper.ts';
import type { OffersDeps } from './get-offers.ts';
import { findVisitor, type VisitorCaller } from './visitor.ts';

export type OpenOfferDeps = OffersDeps & { clicks: ClickKeeper };
export type ClickCaller = VisitorCaller & { userAgent: string | null };

type Starting = { id: string; clickId: string };

export async function openOffer(deps: OpenOfferDeps, { id }: { id: string }, caller: ClickCaller) {
	const clickId = randomUUID();
	return { click_id: clickId, url: await startOffer(deps, { id, clickId }, caller) };
}

/** Stores the click before returning the URL, so that credits can be attributed to it. */
export async function startOffer(deps: OpenOfferDeps, { id, clickId }: Starting, caller: ClickCaller): Promise<string> {
	const { db, clock, clicks } = deps;
	const { uid } = caller.actor;
	const { offer, country } = await findOpenOffer(deps, id, caller);
	// The partner may credit the caller from now on.
	await openWallet(db, uid);
	const { wall, key, title } = offer;
	const click = { uid, id: clickId, atMs: clock.now(), wall: wall.id, offerId: id, offerKey: key, title };
	await clicks.keep({ ...click, country, device: deviceInWords(caller.userAgent) }).catch((error) => {
		throw error instanceof Overloaded ? callError('unavailable', 'overloaded') : error;
	});
	const { link } = feeds[(wall.feed as { kind: FeedKind }).kind];
	return addressFor(link, offer.link, uid, clickId);
}

export async function findOpenOffer(deps: OffersDeps, id: string, caller: VisitorCaller) {
	const visitor = await findVisitor(deps, caller);
	if (!visitor.isServed) throw callError('failed-precondition', 'country-not-served');
	const offer = deps.catalogue.find(visitor, id);
	if (!offer || offer.isHidden) throw callError('not-found', 'no-such-offer');
	if (!deps.catalogue.isOpenTo(visitor, offer)) throw callError('failed-precondition', 'no-such-offer');
	return { offer, country: visitor.country };
}

export function addressFor({ user, click }: OfferLink, template: string, uid: string, clickId: string): string {
	const filled = 'macro' in user ? template.replaceAll(user.macro, encodeURIComponent(uid)) : template;
	const url = new URL(filled);
	if ('parameter' in user) url.searchParams.set(user.parameter, uid);
	if (click) url.searchParams.set(click.parameter, clickId);
	return url.href;
}
