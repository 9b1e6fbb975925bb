import { HOUR_MS } from '../../../contract/durations.ts';
import type { offerwallCalls } from '../../../contract/offerwalls/offerwalls.ts';
import type { adminOfferwallCalls } from '../../../contract/offerwalls/staff-offerwalls.ts';
import type { wallEntryCalls } from '../../../contract/offerwalls/wall-entries.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Feature, Gauge } from '../../lib/feature.ts';
import { adminCertifyOfferwall, type CertifyDeps } from '../postbacks/simulated/certify.ts';
import { adminSendTestPostback, type TestDeps } from '../postbacks/simulated/test-postback.ts';
import { adminOrderOfferwalls, adminRemoveOfferwall } from '../saved-walls/remove-offerwall.ts';
import { adminSaveOfferwall, type SaveDeps } from '../saved-walls/save-offerwall.ts';
import { listBrakeAlerts } from './brakes/store-brakes.ts';
import { adminChangeOfferwall } from './change-offerwall.ts';
import { getOfferwalls, type OfferwallsDeps } from './get-offerwalls.ts';
import { adminGetOfferwalls, type ListWallsDeps, listPartners } from './list-offerwalls.ts';
import { adminDecideHeldCredits, listUnprotectedAlerts } from './protection/unprotected-walls.ts';
import { selectRefusals } from './store-walls.ts';
import type { ChangeWallsDeps } from './wall-changes.ts';

const wallGauges: readonly Gauge<{ db: Database; clock: Clock; walls: readonly { id: string }[] }>[] = [
	{
		name: 'lootpass_postbacks_refused_ratio',
		help: 'Share of the postbacks of an offerwall in the last hour that were refused or named an unknown user',
		labels: ['wall'],
		async read({ db, clock, walls }) {
			const rows = await selectRefusals(db, new Date(clock.now() - HOUR_MS));
			const known = rows.filter(({ wall }) => walls.some(({ id }) => id === wall));
			return known.map(({ wall, refused, all }) => ({ labels: { wall }, value: refused / all }));
		},
	},
];

type Calls = typeof offerwallCalls & typeof adminOfferwallCalls & typeof wallEntryCalls;
type Deps = OfferwallsDeps &
	ListWallsDeps &
	ChangeWallsDeps &
	SaveDeps &
	TestDeps &
	CertifyDeps & { publish: (uid: string) => void };

export const offerwalls = {
	calls: {
		getOfferwalls,
		adminGetOfferwalls,
		adminChangeOfferwall,
		adminSaveOfferwall,
		adminRemoveOfferwall,
		adminOrderOfferwalls,
		adminGetPartners: listPartners,
		adminCertifyOfferwall,
		adminSendTestPostback,
		adminDecideHeldCredits,
	},
	alerts: async (deps) => [...(await listBrakeAlerts(deps)), ...(await listUnprotectedAlerts(deps))],
	gauges: wallGauges,
} satisfies Feature<Calls, Deps>;
