import type { Origin } from '../../contract/growth.ts';
import { attempt } from './attempt.ts';

const KEY = 'origin';
/** As the contract allows. */
const fit = (text: string | null | undefined) => (/^[\w./-]{1,100}$/.test(text ?? '') ? text : null);

/** Stays in the tab until sign-up, without a cookie. */
export function originOfTab(): Origin {
	const stored = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
	if (stored) return stored;
	const query = new URLSearchParams(location.search);
	const site = attempt(() => new URL(document.referrer).hostname);
	const tags = [query.get('utm_source'), query.get('utm_campaign')].filter(Boolean).join('/');
	const campaign = fit(tags.replace(/[^\w./-]+/g, '-').slice(0, 100));
	const origin = { code: fit(query.get('via')), campaign, site: site === location.hostname ? null : fit(site) };
	attempt(() => sessionStorage.setItem(KEY, JSON.stringify(origin)));
	return origin;
}
