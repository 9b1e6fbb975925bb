import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { guessableOf, weaknessOf } from '../../lib/secrets/weak-secret.ts';
import { bareParts, coverageOf } from '../postbacks/signature.ts';
import { openPlaceOf, type Wall } from './wall.ts';

const SECRET_LENGTH_MIN = 8;
const PATH_KEY_LENGTH_MIN = 16;

export function wallWarnings(walls: readonly Wall[]): string[] {
	return walls.flatMap((wall) => warningsOf(wall, walls).map((warning) => `offerwall ${wall.id}: ${warning}`));
}

/** @param all walls that may have the same secret. */
export function warningsOf(wall: Wall, all: readonly Wall[]): string[] {
	return [...unseen(wall), ...risksOf(wall, all), ...openToForgery(wall), ...openToCutting(wall)];
}

/** These risks do not stop the start; `check-offerwalls` and `doctor` report them. */
export const risksOf = (wall: Wall, all: readonly Wall[]): string[] => [...weakKeys(wall, all), ...unsigned(wall)];

export function countRiskyWalls(walls: readonly Wall[]): number {
	return walls.filter((wall) => wall.enabled && risksOf(wall, walls).length > 0).length;
}

function unseen(wall: Wall): string[] {
	const { url, partner, enabled, feed } = wall;
	if (enabled && partner.wallUrl && url === undefined && !feed) return ['Not shown to users: set appId'];
	const open = openPlaceOf(wall);
	return open ? [`Not shown to users: set ${open} in wallParams`] : [];
}

function weakKeys({ id, secret, pathKey }: Wall, all: readonly Wall[]): string[] {
	const sharers = all.filter((other) => other.id !== id && other.secret === secret).map((other) => other.id);
	return [
		...weaknessIn('Secret', secret, SECRET_LENGTH_MIN, guessableOf),
		...(sharers.length > 0 ? [`Secret shared with ${sharers.join(', ')}: use a different one for each offerwall`] : []),
		...(pathKey === undefined ? [] : weaknessIn('Path key', pathKey, PATH_KEY_LENGTH_MIN, weaknessOf)),
	];
}

function weaknessIn(name: string, text: string, lengthMin: number, guess: typeof weaknessOf): string[] {
	if (text.length < lengthMin) return [`${name} too short: use at least ${lengthMin} characters`];
	const reason = guess(text);
	return reason ? [`${name} can be guessed: ${reason}`] : [];
}

function unsigned({ partner, isWeak, pathKey, allowedIps, rateCents }: Wall): string[] {
	const risks: string[] = [];
	const reason = `required: the signature of ${partner.name} doesn't cover user and amount`;
	if (isWeak && !pathKey) risks.push(`Path key ${reason}`);
	if (isWeak && allowedIps.length === 0) risks.push(`Allowed IPs ${reason}${knownIpsOf(partner)}`);
	const covered = coverageOf(partner);
	const signsPayoutAlone = covered.user && covered.payout && !covered.reward;
	if (signsPayoutAlone && rateCents === undefined && !(pathKey && allowedIps.length > 0)) {
		risks.push(
			`Rate required: ${partner.name} signs the payout but not the reward, so rewards can be forged. Set a rate, or a path key and allowed IPs`,
		);
	}
	return risks;
}

/** Warns if, before the genuine postback is booked, another split of its signed text would be accepted. */
function openToCutting({ partner, formats, allowedIps }: Wall): string[] {
	const unknown = bareParts(partner).filter((part) => !formats.has(part));
	if (allowedIps.length > 0 || unknown.length < 2) return [];
	return [
		`Ambiguous signature: ${partner.name} signs ${unknown.join(', ')} without separators. Set allowed IPs, or the formats in override.formats`,
	];
}

function openToForgery(wall: Wall): string[] {
	if (wall.isWeak || wall.pathKey) return [];
	const open = unsignedParts(wall);
	if (open.length === 0) return [];
	return [`The signature of ${wall.partner.name} doesn't cover ${open.join(' and ')}: add a path key`];
}

function unsignedParts({ partner, rateCents }: Wall): string[] {
	const { transaction, reward, payout } = coverageOf(partner);
	return [
		...(transaction ? [] : ['the transaction ID']),
		...((rateCents === undefined ? reward : payout) ? [] : ['the booked amount']),
	];
}

function knownIpsOf({ knownIps }: Wall['partner']): string {
	return knownIps ? ` (known IPs: ${knownIps.join(', ')})` : '';
}

export function checkOfferwall(wall: Wall, all: readonly Wall[]): Pick<AdminOfferwall, 'strength' | 'findings'> {
	const { partner, pathKey, allowedIps, rateCents, enabled } = wall;
	const findings = warningsOf(wall, all);
	if (!enabled) findings.push("Turned off: postbacks are rejected, and users don't see it");
	if (!pathKey) findings.push('No path key: the callback URL is guessable');
	if (allowedIps.length === 0) {
		findings.push(`No allowed IPs: postbacks are accepted from anywhere${knownIpsOf(partner)}`);
	}
	if (rateCents === undefined && partner.parameters.payout) findings.push("No rate set: uses the partner's amount");
	if (!partner.verified)
		findings.push(`Unverified: the contract was not compared with ${partner.name}'s documentation`);
	if (partner.uncertain) findings.push(`Check in the partner's dashboard: ${partner.uncertain}`);
	return { strength: wall.isWeak ? 'weak' : unsignedParts(wall).length > 0 ? 'part' : 'full', findings };
}
