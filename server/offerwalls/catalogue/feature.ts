import { MINUTE_MS } from '../../../contract/durations.ts';
import type { offerCalls } from '../../../contract/offerwalls/offers.ts';
import type { Feature } from '../../lib/feature.ts';
import { COUNT_OFFER_FIGURES_TASK, countOfferFigures, type FiguresDeps } from './count-figures.ts';
import { eraseClicks } from './erase-user.ts';
import { exportClicks } from './export-user.ts';
import { getMyOffers } from './get-my-offers.ts';
import { getOffer, getOffers } from './get-offers.ts';
import { notifyExpiring } from './notify-expiring.ts';
import { createOfferLink, type OfferLinkDeps, offerLinkRoutes } from './offer-link.ts';
import { adminGetOfferPromises, adminSetOfferShown } from './offer-promises.ts';
import { openOffer } from './open-offer.ts';

const OPENINGS = [{ by: 'user', max: 60, windowMs: 10 * MINUTE_MS }] as const;

export const offerCatalogue = {
	calls: {
		...{ getOffers, getOffer, getMyOffers, openOffer, createOfferLink },
		...{ adminGetOfferPromises, adminSetOfferShown },
	},
	limits: { openOffer: OPENINGS, createOfferLink: OPENINGS },
	routes: offerLinkRoutes,
	jobs: [
		{ name: COUNT_OFFER_FIGURES_TASK, at: '33 * * * *', isLong: true, run: countOfferFigures },
		{ name: 'notify-expiring-offers', at: '43 * * * *', isLong: true, run: notifyExpiring },
	],
	erase: eraseClicks,
	exports: { clicks: exportClicks },
} satisfies Feature<typeof offerCalls, OfferLinkDeps & FiguresDeps>;
