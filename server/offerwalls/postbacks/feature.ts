import type { callbackCalls } from '../../../contract/offerwalls/callbacks.ts';
import type { Feature } from '../../lib/feature.ts';
import type { FindWall } from '../walls/wall-changes.ts';
import {
	ERASE_LATE_POSTBACKS_TASK,
	ERASE_POSTBACKS_TASK,
	eraseLatePostbacks,
	erasePostbacks,
	orderErasure,
} from './erase-user.ts';
import { postbackRoutes } from './routes.ts';
import { adminExportDispute } from './stored/export-dispute.ts';
import { findPostbacks } from './stored/find-postbacks.ts';
import { purgePostbacks } from './stored/purge-postbacks.ts';
import { adminReplayCallback, type ReplayDeps } from './stored/replay-postback.ts';
import type { PostbackTaker } from './take-postback.ts';

type Deps = ReplayDeps & { postbacks: PostbackTaker; wallChanges: { find: FindWall } };

export const postbacks = {
	calls: { adminFindCallbacks: findPostbacks, adminReplayCallback, adminExportDispute },
	// These routes have none of the site's hooks and headers, which would cost as much as booking.
	bareRoutes: (app, { wallChanges, postbacks: taker }) => postbackRoutes(app, { findWall: wallChanges.find, taker }),
	jobs: [
		{ name: ERASE_POSTBACKS_TASK, run: (deps) => erasePostbacks(deps) },
		{ name: ERASE_LATE_POSTBACKS_TASK, at: '41 * * * *', run: eraseLatePostbacks },
		{ name: 'forget-callbacks', at: '41 * * * *', run: purgePostbacks },
	],
	erase: orderErasure,
} satisfies Feature<typeof callbackCalls, Deps>;
