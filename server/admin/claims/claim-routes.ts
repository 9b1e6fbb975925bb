import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { AdjustDeps } from '../../adjustments/adjust-balance.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { CallHandlers } from '../../lib/http/calls.ts';
import type { DataCaller } from '../../lib/http/data.ts';
import { selectPicture } from '../../offerwalls/claims/store-pictures.ts';
import { adminGetClaim, adminGetClaims } from './get-claims.ts';
import { adminDeclineClaim, adminSettleClaim } from './settle-claim.ts';

export function adminClaimCalls(deps: AdjustDeps & { clock: Clock }) {
	return {
		adminGetClaims: (request) => adminGetClaims(deps, request),
		adminGetClaim: ({ reference }) => adminGetClaim(deps, reference),
		adminSettleClaim: (request, admin) => adminSettleClaim(deps, admin, request),
		adminDeclineClaim: (request, admin) => adminDeclineClaim(deps, admin, request),
	} satisfies Partial<CallHandlers>;
}

/** A picture as we made it; somebody else's all the same, so nothing in it may do anything. */
export function createGetClaimPicture({ db }: { db: Database }) {
	return async (_input: undefined, { request, reply }: DataCaller) => {
		const { reference = '', position = '' } = request.params;
		const found = /^[1-9]$/.test(position) && (await selectPicture(db, { reference, position: Number(position) }));
		if (!found) throw new CallError('not-found', refusal('no-such-picture'));
		return reply
			.header('content-type', 'image/webp')
			.header('content-security-policy', "default-src 'none'; sandbox")
			.header('x-content-type-options', 'nosniff')
			.header('content-disposition', `inline; filename="${reference}-${position}.webp"`)
			.send(found.bytes);
	};
}
