import { randomUUID } from 'node:crypto';
import type { CallResult } from '../../../contract/calls.ts';
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

/** Stores the click before returning the URL, so that credits can be attributed to it. */
export async function openOffer(
	deps: OpenOfferDeps,
	{ id }: { id: string },
	caller: VisitorCaller & { userAgent: string | null },
): Promise<CallResult<'openOffer'>> {
	const { db, clock, catalogue, clicks } = deps;
	const { uid } = caller.actor;
	const visitor = await findVisitor(deps, caller);
	if (!visitor.isServed) throw callError('failed-precondition', 'country-not-served');
	const offer = catalogue.find(visitor, id);
	if (!offer) throw callError('not-found', 'no-such-offer');
	if (!catalogue.isOpenTo(visitor, offer)) throw callError('failed-precondition', 'no-such-offer');

	// The partner may credit the caller from now on.
	await openWallet(db, uid);
	const clickId = randomUUID();
	const { wall, key, title } = offer;
	const click = { uid, id: clickId, atMs: clock.now(), wall: wall.id, offerId: id, offerKey: key, title };
	await clicks.keep({ ...click, country: visitor.country, device: deviceInWords(caller.userAgent) }).catch((error) => {
		throw error instanceof Overloaded ? callError('unavailable', 'overloaded') : error;
	});
	const { link } = feeds[(wall.feed as { kind: FeedKind }).kind];
	return { click_id: clickId, url: addressFor(link, offer.link, { uid, clickId }) };
}

export function addressFor(
	{ user, click }: OfferLink,
	template: string,
	{ uid, clickId }: { uid: string; clickId: string },
): string {
	const filled = 'macro' in user ? template.replaceAll(user.macro, encodeURIComponent(uid)) : template;
	const url = new URL(filled);
	if ('parameter' in user) url.searchParams.set(user.parameter, uid);
	if (click) url.searchParams.set(click.parameter, clickId);
	return url.href;
}
