import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from './age-refusal.ts';

/** Users of one browser that it is known for. */
const PEOPLE_MAX = 4;
const ID_BYTES = 12;
const ID = /^[\w-]{16}$/;
export const KNOWN_DEVICE_SECONDS = 400 * 24 * 3600;

/**
 * A cookie that says for whose accounts this browser has signed in before. It opens nothing: it only tells its owner from
 * strangers who guess, and one person with many accounts from many people.
 */
export type KnownDevices = {
	/** @returns what to count this browser's tries under, undefined where it never signed in to this account. */
	deviceOf(cookie: string | undefined, email: string): string | undefined;
	/** @returns the cookie's new value. */
	withAccount(cookie: string | undefined, email: string): string;
	/** A value that names this browser, and says nothing of accounts. */
	newBrowser(): string;
	/** @returns what this browser has called itself since its first account here. It may say anything. */
	browserOf(cookie: string | undefined): string | undefined;
};

export function createKnownDevices(authSecret: string): KnownDevices {
	const sign = (id: string, email: string) =>
		createHmac('sha256', authSecret).update(`known device\0${id}\0${email.toLowerCase()}`).digest('base64url');
	const entriesOf = (cookie: string | undefined) => (cookie ?? '').split('~', PEOPLE_MAX).filter(Boolean);
	const idsOf = (cookie: string | undefined) => entriesOf(cookie).map((entry) => entry.split('.')[0] ?? '');
	// The last one is the oldest: all that came after it took over its name.
	const browserOf = (cookie: string | undefined) => idsOf(cookie).findLast((id) => ID.test(id));
	const nameOf = (cookie: string | undefined) => browserOf(cookie) ?? randomBytes(ID_BYTES).toString('base64url');

	function entryOf(cookie: string | undefined, email: string): string | undefined {
		return entriesOf(cookie).find((entry) => {
			const [id = '', signature = ''] = entry.split('.');
			return isSame(sign(id, email), signature);
		});
	}

	return {
		deviceOf: (cookie, email) => entryOf(cookie, email)?.split('.')[0],
		withAccount(cookie, email) {
			const id = nameOf(cookie);
			const own = entryOf(cookie, email) ?? `${id}.${sign(id, email)}`;
			const others = entriesOf(cookie).filter((entry) => entry !== own);
			return [own, ...others].slice(0, PEOPLE_MAX).join('~');
		},
		newBrowser: () => nameOf(undefined),
		browserOf,
	};
}
