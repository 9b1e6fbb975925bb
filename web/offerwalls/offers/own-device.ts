import type { OfferDevice } from '../../../contract/offerwalls/offer-filters.ts';

/** An iPad may name itself a Mac, but a Mac has no touch screen. */
export function ownDevice({ userAgent, maxTouchPoints } = navigator): OfferDevice | undefined {
	if (/\bAndroid\b/.test(userAgent)) return 'android';
	if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios';
	if (/\bMacintosh\b/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'desktop';
	return /\b(Windows|CrOS|Linux)\b/.test(userAgent) ? 'desktop' : undefined;
}
