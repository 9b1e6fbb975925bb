import type { Origin } from '../../contract/growth.ts';
import { attempt } from './attempt.ts';

const KEY = 'origin';
const fit = (text: string | null | undefined) => (/^[\w.-]{1,100}$/.test(text ?? '') ? text : null);

/** Stays in the tab until sign-up, without a cookie. */
export function originOfTab(): Origin {
	const stored = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
	if (stored) return stored;
	const query = new URLSearchParams(location.search);
	const site = attempt(() => new URL(document.referrer).hostname);
	const campaign = fit(query.get('utm_campaign'));
	const origin = { code: fit(query.get('via')), campaign, site: site === location.hostname ? null : fit(site) };
	attempt(() => sessionStorage.setItem(KEY, JSON.stringify(origin)));
	return origin;
}
