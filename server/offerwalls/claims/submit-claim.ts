import { sql } from 'kysely';
import { z } from 'zod';
import type { Branding } from '../../../contract/branding.ts';
import { selectAliasesOf } from '../../accounts/external-ids/external-ids.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import { type Database, type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { findTicket } from '../../tickets/store-tickets.ts';
import { selectLastClick } from '../catalogue/store-clicks.ts';
import type { Wall } from '../walls/wall.ts';
import { type ClaimRow, claimKind, markSubmitted } from './store-claims.ts';

export const SUBMIT_CLAIM_TASK = 'ask-partner';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Adscend's subject "I did not get credited". */
const NOT_CREDITED = 1;

export type SubmitDeps = DbDeps & {
	walls: readonly Wall[];
	/** Replies go to `legalContact`, which hides the user's address. */
	words: Pick<Branding, 'legalContact'>;
	publish: (uid: string) => void;
	sendRequest?: SendRequest;
};

/**
 * A retry may create a second ticket; the partner pays the claim once.
 * Source: developer.adscendmedia.com/api/wall/v1.1/create-support-tickets.php.
 */
export async function submitClaim(deps: SubmitDeps, payload: unknown): Promise<void> {
	const { db, clock, walls, words, publish, sendRequest: send = sendRequest } = deps;
	const { reference } = z.object({ reference: z.string() }).parse(payload);
	const claim = await findTicket(db, claimKind, sql`reference = ${reference}`);
	const wall = walls.find(({ id }) => id === claim?.wall);
	if (claim?.state !== 'open' || !wall?.claims) return;
	const { uid, title, openedAt, note } = claim;
	const { url = 'https://adscendmedia.com', publisherId, profileId } = wall.claims;
	const user = encodeURIComponent(await idAtPartner(db, claim));
	const path = `/adwall/api/publisher/${publisherId}/profile/${profileId}/user/${user}/tickets.json`;
	const body = {
		name: reference,
		email: words.legalContact,
		subject_id: NOT_CREDITED,
		offer_name: title ?? wall.name,
		completed_at: openedAt.toISOString(),
		...(note && { message: note }),
	};
	const answer = await send({
		method: 'POST',
		url: new URL(path, url).href,
		body,
		timeoutMs: TIMEOUT_MS,
		bodyBytesMax: ANSWER_BYTES_MAX,
		isPublicOnly: wall.claims.isPublicOnly ?? false,
	});
	if (answer.status < 200 || answer.status >= 300)
		throw new Error(`${wall.id} rejected a claim: HTTP status ${answer.status}`);
	await inTransaction(db, async (tx) => {
		await lockWallet(tx, uid);
		if (!(await markSubmitted(tx, { uid, reference, at: new Date(clock.now()) }))) return;
		const notice = { uid, kind: 'claim-asked' as const, data: { reference, offer: title } };
		await notifyUser(tx, { ...notice, reference: `claim/${reference}/asked` });
	});
	publish(uid);
}

async function idAtPartner(db: Database, { uid, wall, offerKey }: ClaimRow): Promise<string> {
	const clicked = offerKey === null || (await selectLastClick(db, uid, { wall, key: offerKey }));
	return clicked ? uid : ((await selectAliasesOf(db, uid))[0]?.id ?? uid);
}
