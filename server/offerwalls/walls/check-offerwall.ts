import { coverageOf } from '../postbacks/signature.ts';
import type { Wall } from './wall.ts';
import { warningsOf } from './wall-warnings.ts';

export type WallStrength = 'full' | 'part' | 'weak';

export type WallCheck = {
	strength: WallStrength;
	/** One sentence each; none means that nothing is left to do. */
	findings: string[];
};

/** @param all the walls beside it too, which may share its secret. */
export function checkOfferwall(wall: Wall, all: readonly Wall[]): WallCheck {
	const { partner, pathKey, allowedIps, rateCents, enabled } = wall;
	const findings = warningsOf(wall, all);
	if (!enabled) findings.push('switched off: callbacks are refused, and nobody sees it');
	if (!pathKey) findings.push('no pathKey: its address is the same at every site of this product');
	if (allowedIps.length === 0) {
		const known = partner.knownIps ? `; known to call from ${partner.knownIps.join(', ')}` : '';
		findings.push(`no allowedIps: it takes callbacks from anywhere${known}`);
	}
	if (rateCents === undefined && partner.parameters.payout) {
		findings.push('no rate: it books the reward that the partner names');
	}
	if (partner.uncertain) findings.push(`compare with the dashboard: ${partner.uncertain}`);
	return { strength: strengthOf(wall), findings };
}

function strengthOf({ isWeak, partner, rateCents }: Wall): WallStrength {
	if (isWeak) return 'weak';
	const covered = coverageOf(partner);
	return covered.transaction && (rateCents === undefined ? covered.reward : covered.payout) ? 'full' : 'part';
}
