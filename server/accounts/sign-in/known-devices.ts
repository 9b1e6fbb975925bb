import { createHmac, randomBytes } from 'node:crypto';
import { isSameText } from '../../lib/secrets/same-text.ts';

const PEOPLE_MAX = 4;
const ID_BYTES = 12;
const ID = /^[\w-]{16}$/;
export const KNOWN_DEVICE_SECONDS = 400 * 24 * 3600;

/** Exempts devices that signed in before from delays caused by strangers. Grants no access. */
export function createKnownDevices(authSecret: string) {
	const sign = (id: string, email: string) =>
		createHmac('sha256', authSecret).update(`known device\0${id}\0${email.toLowerCase()}`).digest('base64url');
	const entriesOf = (cookie: string | undefined) => (cookie ?? '').split('~', PEOPLE_MAX).filter(Boolean);
	const idsOf = (cookie: string | undefined) => entriesOf(cookie).map((entry) => entry.split('.')[0] ?? '');
	// The client could have chosen it. The last entry is the oldest; newer ones reuse its browser id.
	const browserOf = (cookie: string | undefined) => idsOf(cookie).findLast((id) => ID.test(id));
	const nameOf = (cookie: string | undefined) => browserOf(cookie) ?? randomBytes(ID_BYTES).toString('base64url');

	function entryOf(cookie: string | undefined, email: string): string | undefined {
		return entriesOf(cookie).find((entry) => {
			const [id = '', signature = ''] = entry.split('.');
			return isSameText(sign(id, email), signature);
		});
	}

	return {
		deviceOf: (cookie: string | undefined, email: string) => entryOf(cookie, email)?.split('.')[0],
		withAccount(cookie: string | undefined, email: string) {
			const id = nameOf(cookie);
			const own = entryOf(cookie, email) ?? `${id}.${sign(id, email)}`;
			const others = entriesOf(cookie).filter((entry) => entry !== own);
			return [own, ...others].slice(0, PEOPLE_MAX).join('~');
		},
		newBrowser: () => nameOf(undefined),
		browserOf,
	};
}
