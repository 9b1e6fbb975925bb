import { EarnStrip } from './earn-strip.tsx';
import { LatestRewards } from './latest-rewards.tsx';

/** The page works without them. */
export const earnParts = { EarnStrip, LatestRewards };
