import { ifReadable, type SecretBox } from '../../../lib/secrets/secret-box.ts';
import type { PostbackRequest } from '../reading/read-request.ts';

/** Headers that clients and proxies add; no partner signs them. */
const UNNEEDED =
	/^(?:accept.*|authorization|cookie|connection|host|user-agent|forwarded|x-forwarded-.*|x-real-ip|via)$/;

/** Encrypts the request for a later verification. The log has no signatures, so its readers cannot resend postbacks. */
export function sealRequest(box: SecretBox, wall: string, { ip: _, headers, ...request }: PostbackRequest): string {
	const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !UNNEEDED.test(name)));
	return box.seal(JSON.stringify({ ...request, headers: kept }), contextOf(wall));
}

/** @returns undefined after a change of SECRETS_KEY. */
export function openRequest(
	box: SecretBox,
	wall: string,
	{ sealed, ip }: { sealed: string; ip: string },
): PostbackRequest | undefined {
	const text = ifReadable(() => box.open(sealed, contextOf(wall)));
	return text === undefined ? undefined : { ...(JSON.parse(text) as Omit<PostbackRequest, 'ip'>), ip };
}

const contextOf = (wall: string) => `callback of ${wall}`;
