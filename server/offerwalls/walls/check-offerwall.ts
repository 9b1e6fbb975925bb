import { coverageOf } from '../postbacks/signature.ts';
import type { Wall } from './wall.ts';
import { warningsOf } from './wall-warnings.ts';

export type WallStrength = 'full' | 'part' | 'weak';

export type WallCheck = {
	strength: WallStrength;
	findings: string[];
};

/** @param all walls that may have the same secret. */
export function checkOfferwall(wall: Wall, all: readonly Wall[]): WallCheck {
	const { partner, pathKey, allowedIps, rateCents, enabled } = wall;
	const findings = warningsOf(wall, all);
	if (!enabled) findings.push("Turned off: postbacks are rejected, and users don't see it");
	if (!pathKey) findings.push('No path key: the callback URL is guessable');
	if (allowedIps.length === 0) {
		const known = partner.knownIps ? ` (known IPs: ${partner.knownIps.join(', ')})` : '';
		findings.push(`No allowed IPs: postbacks are accepted from anywhere${known}`);
	}
	if (rateCents === undefined && partner.parameters.payout) {
		findings.push("No rate set: uses the partner's amount");
	}
	if (!partner.verified)
		findings.push(`Unverified: the contract was not compared with ${partner.name}'s documentation`);
	if (partner.uncertain) findings.push(`Check in the partner's dashboard: ${partner.uncertain}`);
	return { strength: strengthOf(wall), findings };
}

function strengthOf({ isWeak, partner, rateCents }: Wall): WallStrength {
	if (isWeak) return 'weak';
	const covered = coverageOf(partner);
	return covered.transaction && (rateCents === undefined ? covered.reward : covered.payout) ? 'full' : 'part';
}
