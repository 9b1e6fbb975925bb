import type { eventCalls } from '../../contract/connect/events.ts';
import type { Feature } from '../lib/feature.ts';
import {
	adminGetEndpoints,
	adminRemoveEndpoint,
	adminReplayEvents,
	adminSaveEndpoint,
	type EndpointDeps,
	listPausedEndpoints,
} from './event-endpoints.ts';
import { purgeDeliveries } from './store-endpoints.ts';

export const eventsOut = {
	calls: { adminGetEndpoints, adminSaveEndpoint, adminRemoveEndpoint, adminReplayEvents },
	jobs: [{ name: 'forget-event-deliveries', at: '41 3 * * *', run: purgeDeliveries }],
	alerts: listPausedEndpoints,
} satisfies Feature<typeof eventCalls, EndpointDeps>;
