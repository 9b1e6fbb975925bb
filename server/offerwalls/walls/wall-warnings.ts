import { guessableOf, weaknessOf } from '../../lib/weak-secret.ts';
import { bareParts, coverageOf } from '../postbacks/signature.ts';
import { openPlaceOf, type Wall } from './wall.ts';

const SECRET_LENGTH_MIN = 8;
const PATH_KEY_LENGTH_MIN = 16;

/** One line for each thing about each wall that somebody should look at. */
export function wallWarnings(walls: readonly Wall[]): string[] {
	return walls.flatMap((wall) => warningsOf(wall, walls).map((warning) => `offerwall ${wall.id}: ${warning}`));
}

/** @param all the walls beside it too, which may share its secret. */
export function warningsOf(wall: Wall, all: readonly Wall[]): string[] {
	return [...unseen(wall), ...risksOf(wall, all), ...openToForgery(wall), ...openToCutting(wall)];
}

/**
 * Why somebody else could book on this wall. None of it stops the start of a site that earns: it is warned of, waits for
 * a person, and is told by `check-offerwalls` and, in red, by `doctor`.
 */
export function risksOf(wall: Wall, all: readonly Wall[]): string[] {
	return [...weakKeys(wall, all), ...unsigned(wall)];
}

/** Walls that are on and have risks. */
export function countRiskyWalls(walls: readonly Wall[]): number {
	return walls.filter((wall) => wall.enabled && risksOf(wall, walls).length > 0).length;
}

function unseen(wall: Wall): string[] {
	const { url, partner, enabled, feed } = wall;
	// What has a feed is on our own pages, and needs none of its own.
	if (enabled && partner.wallUrl && url === undefined && !feed) {
		return ['not shown to users, because its address needs an appId'];
	}
	const open = openPlaceOf(wall);
	return open ? [`wallParams needs ${open}, which is part of the wall's address: it is not shown to users`] : [];
}

function weakKeys({ id, secret, pathKey }: Wall, all: readonly Wall[]): string[] {
	const risks: string[] = [];
	if (secret.length < SECRET_LENGTH_MIN) risks.push(`secret must have at least ${SECRET_LENGTH_MIN} characters`);
	else {
		const why = guessableOf(secret);
		if (why) risks.push(`secret can be guessed: ${why}`);
	}
	const sharers = all.filter((other) => other.id !== id && other.secret === secret);
	if (sharers.length > 0) {
		const ids = sharers.map((other) => other.id).join(', ');
		risks.push(`secret is also that of ${ids}: who knows one can sign for the others`);
	}
	if (pathKey === undefined) return risks;
	if (pathKey.length < PATH_KEY_LENGTH_MIN) risks.push(`pathKey must have at least ${PATH_KEY_LENGTH_MIN} characters`);
	else {
		const why = weaknessOf(pathKey);
		if (why) risks.push(`pathKey can be guessed: ${why}`);
	}
	return risks;
}

function unsigned({ partner, isWeak, pathKey, allowedIps, rateCents }: Wall): string[] {
	const risks: string[] = [];
	const why = `is required, because what ${partner.name} signs does not cover user and amount`;
	if (isWeak && !pathKey) risks.push(`pathKey ${why}`);
	if (isWeak && allowedIps.length === 0) {
		const known = partner.knownIps ? ` (known to call from ${partner.knownIps.join(', ')})` : '';
		risks.push(`allowedIps ${why}${known}`);
	}
	const covered = coverageOf(partner);
	const signsPayoutAlone = covered.user && covered.payout && !covered.reward;
	if (signsPayoutAlone && rateCents === undefined && !(pathKey && allowedIps.length > 0)) {
		risks.push(
			`rate is required, because ${partner.name} signs the payout, not the reward: anybody who saw a callback could send it with another one. Set rate, so that the reward comes from the payout, or pathKey and allowedIps`,
		);
	}
	return risks;
}

/** Until the first one came, nothing tells a signed text from the same text in another cut. */
function openToCutting({ partner, formats, allowedIps }: Wall): string[] {
	const unknown = bareParts(partner).filter((part) => !formats.has(part));
	if (allowedIps.length > 0 || unknown.length < 2) return [];
	return [
		`what ${partner.name} signs can be split between ${unknown.join(', ')} in many ways; give it allowedIps, or say in override.formats what they look like`,
	];
}

function openToForgery({ partner, pathKey, rateCents, isWeak }: Wall): string[] {
	if (isWeak || pathKey) return [];
	const covered = coverageOf(partner);
	const open = [
		...(covered.transaction ? [] : ['the transaction id']),
		...((rateCents === undefined ? covered.reward : covered.payout) ? [] : ['the amount that is booked']),
	];
	if (open.length === 0) return [];
	return [`the signature of ${partner.name} does not cover ${open.join(' and ')}; give it a pathKey`];
}
