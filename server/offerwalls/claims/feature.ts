import { sql } from 'kysely';
import type { MyData } from '../../../contract/accounts/account.ts';
import type { adminClaimCalls } from '../../../contract/admin/claims.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { claimCalls } from '../../../contract/offerwalls/claims.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { Feature } from '../../lib/feature.ts';
import type { TicketDeps } from '../../tickets/act-on-ticket.ts';
import { itemOf } from '../../tickets/list-tickets.ts';
import { selectTickets } from '../../tickets/store-tickets.ts';
import { getClaimPicture, purgeClaimPictures, selectPicturesOf } from './claim-pictures.ts';
import { adminGetClaim, adminGetClaims, countWallDays, getClaims } from './get-claims.ts';
import { type OpenClaimDeps, openClaim } from './open-claim.ts';
import { adminDeclineClaim, adminSettleClaim } from './review/settle-claim.ts';
import { claimKind } from './store-claims.ts';
import { SUBMIT_CLAIM_TASK, type SubmitDeps, submitClaim } from './submit-claim.ts';

const PICTURES_EXPORTED = 60;

async function exportClaims(tx: Tx, uid: string): Promise<MyData['claims']> {
	const rows = await selectTickets(tx, claimKind, { condition: sql`uid = ${uid}`, limit: null });
	const pictures = Map.groupBy(await selectPicturesOf(tx, uid, PICTURES_EXPORTED), ({ reference }) => reference);
	return rows.map((row) => ({
		...itemOf(claimKind, row),
		note: row.note,
		pictures: (pictures.get(row.reference) ?? []).map(
			({ bytes }) => `data:image/webp;base64,${bytes.toString('base64')}`,
		),
	}));
}

export const claims = {
	calls: { openClaim, getClaims, adminGetClaims, adminGetClaim, adminSettleClaim, adminDeclineClaim },
	limits: {
		openClaim: [
			{ by: 'user', max: 40, windowMs: HOUR_MS, reason: 'too-many-claims' },
			{ by: 'visitor', max: 200, windowMs: HOUR_MS, reason: 'too-many-claims' },
		],
	},
	data: { 'GET /data/admin/claims/{reference}/pictures/{position}': getClaimPicture },
	jobs: [
		{ name: SUBMIT_CLAIM_TASK, run: submitClaim },
		{ name: 'forget-claim-pictures', at: '25 3 * * *', run: purgeClaimPictures },
		{ name: 'count-wall-days', at: '27 * * * *', isLong: true, run: countWallDays },
	],
	erase: eraseClaims,
	exports: { claims: exportClaims },
} satisfies Feature<typeof claimCalls & typeof adminClaimCalls, OpenClaimDeps & TicketDeps & SubmitDeps>;

async function eraseClaims(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`delete from claims where uid = ${uid}`.execute(tx);
}
