import type { screeningCalls } from '../../../contract/withdrawals/screening.ts';
import type { Feature } from '../../lib/feature.ts';
import { type DecideDeps, decideScreening, type EndDeps, endScreenings } from './change-screening.ts';
import { getScreeningRules, type ScreeningRuleDeps, setScreeningRules } from './screening-rules.ts';

export const screening = {
	calls: {
		adminGetScreeningRules: getScreeningRules,
		adminSetScreeningRules: setScreeningRules,
		adminDecideScreening: decideScreening,
	},
	jobs: [{ name: 'end-screenings', at: '* * * * *', isQuiet: true, run: endScreenings }],
} satisfies Feature<typeof screeningCalls, ScreeningRuleDeps & DecideDeps & EndDeps>;
