import type { Alert } from '../../lib/feature.ts';
import type { Refusals } from '../../offerwalls/walls/store-refusals.ts';
import type { WallPulse } from './store-walls.ts';

const QUARTER_S = 900;
const BUSY_QUARTERS_MIN = 50;
const PAUSE_MIN_S = 3_600;
const PAUSE_TIMES = 2;
/** Reversals in R$ cents a day; a smaller sum may be a single offer. */
const TAKEN_MIN = 10_000;
const TAKEN_SHARE_MIN = 0.1;
const TAKEN_TIMES = 3;
const REFUSED_MIN = 10;
/** Below this share, refusals raise no alert, because strangers always send a few invalid requests. */
const REFUSED_SHARE_MIN = 0.2;

export function silenceAlert({ wall, busyQuarters, longestPauseS, pauseS }: WallPulse): Alert[] {
	const usual = Math.max(longestPauseS, QUARTER_S) * PAUSE_TIMES;
	if (busyQuarters < BUSY_QUARTERS_MIN || pauseS < PAUSE_MIN_S || pauseS <= usual) return [];
	const hours = Math.floor(pauseS / 3_600);
	const message = `No postbacks from ${wall} for ${hours} h, more than twice its longest pause in two weeks.`;
	return [{ kind: `silent ${wall}`, message }];
}

export function reversalAlert({ wall, paidOfDay, takenOfDay, paidBefore, takenBefore }: WallPulse): Alert[] {
	const share = paidOfDay > 0 ? takenOfDay / paidOfDay : 1;
	const usual = paidBefore > 0 ? takenBefore / paidBefore : 0;
	if (takenOfDay < TAKEN_MIN || share < TAKEN_SHARE_MIN || share < usual * TAKEN_TIMES) return [];
	const percent = (part: number) => `${Math.round(part * 100)}%`;
	const message = `${wall} reversed ${percent(share)} of its rewards in a day (usually ${percent(usual)}).`;
	return [{ kind: `reversals ${wall}`, message }];
}

export function refusalAlert({ wall, refused, unsigned, all, why, unlisted }: Refusals): Alert[] {
	const isMany = (count: number) => count >= REFUSED_MIN && count >= all * REFUSED_SHARE_MIN;
	if (isMany(unsigned)) {
		const message = `${unsigned} of ${all} postbacks from ${wall} had a wrong signature in the last hour. Check the secret in the partner's dashboard.`;
		return [{ kind: `signatures ${wall}`, message }];
	}
	if (!isMany(refused)) {
		if (unlisted === null) return [];
		const message = `A signed postback from ${wall} could not be booked: ${unlisted}. Correct the wall, then replay it.`;
		return [{ kind: `unlisted ${wall}`, message }];
	}
	const cause = why === null ? '' : ` Most frequent reason: ${why}.`;
	const message = `${refused} of ${all} postbacks from ${wall} were refused or named an unknown user in the last hour.${cause}`;
	return [{ kind: `refusals ${wall}`, message }];
}

/** One alert covers all unknown walls, because strangers choose their names. */
export function unknownWallAlert(unknown: readonly Refusals[]): Alert[] {
	const count = unknown.reduce((sum, { all }) => sum + all, 0);
	if (count < REFUSED_MIN) return [];
	const message = `${count} postbacks named no offerwall in the last hour. Compare the callback URLs in the partners' dashboards.`;
	return [{ kind: 'refusals', message }];
}
