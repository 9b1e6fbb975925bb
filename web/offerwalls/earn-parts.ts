import { EarnStrip } from './earn-strip.tsx';
import { LatestRewards } from './latest-rewards.tsx';

export const earnParts = { EarnStrip, LatestRewards };
