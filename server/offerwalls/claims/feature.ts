import type { adminClaimCalls } from '../../../contract/admin/claims.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { claimCalls } from '../../../contract/offerwalls/claims.ts';
import type { Feature } from '../../lib/feature.ts';
import type { TicketDeps } from '../../tickets/tickets.ts';
import { getClaimPicture, purgeClaimPictures } from './claim-pictures.ts';
import { eraseClaims } from './erase-user.ts';
import { exportClaims } from './export-user.ts';
import { adminGetClaim, adminGetClaims, countWallDays, getClaims } from './get-claims.ts';
import { type OpenClaimDeps, openClaim } from './open-claim.ts';
import { adminDeclineClaim, adminSettleClaim } from './review/settle-claim.ts';
import { SUBMIT_CLAIM_TASK, type SubmitDeps, submitClaim } from './submit-claim.ts';

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
		{ name: SUBMIT_CLAIM_TASK, isDelivery: true, run: submitClaim },
		{ name: 'forget-claim-pictures', at: '25 3 * * *', run: purgeClaimPictures },
		{ name: 'count-wall-days', at: '27 * * * *', isLong: true, run: countWallDays },
	],
	erase: eraseClaims,
	exports: { claims: exportClaims },
} satisfies Feature<typeof claimCalls & typeof adminClaimCalls, OpenClaimDeps & TicketDeps & SubmitDeps>;
