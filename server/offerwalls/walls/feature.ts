import type { offerwallCalls } from '../../../contract/offerwalls/offerwalls.ts';
import type { adminOfferwallCalls } from '../../../contract/offerwalls/staff-offerwalls.ts';
import type { wallEntryCalls } from '../../../contract/offerwalls/wall-entries.ts';
import type { Feature } from '../../lib/feature.ts';
import { listPartners } from '../partners/list-partners.ts';
import { adminCertifyOfferwall, type CertifyDeps } from '../postbacks/simulated/certify.ts';
import { adminSendTestPostback, type TestPostbackDeps } from '../postbacks/simulated/test-postback.ts';
import { adminOrderOfferwalls, adminRemoveOfferwall } from '../saved-walls/remove-offerwall.ts';
import { adminSaveOfferwall, type SaveDeps } from '../saved-walls/save-offerwall.ts';
import { listBrakeAlerts } from './brakes/brake-alerts.ts';
import { adminChangeOfferwall } from './change-offerwall.ts';
import { wallGauges } from './gauges.ts';
import { getOfferwalls, type OfferwallsDeps } from './get-offerwalls.ts';
import { adminGetOfferwalls, type ListWallsDeps } from './list-offerwalls.ts';
import { adminDecideHeldCredits, listUnprotectedAlerts } from './protection/unprotected-walls.ts';
import type { ChangeWallsDeps } from './wall-changes.ts';

type Calls = typeof offerwallCalls & typeof adminOfferwallCalls & typeof wallEntryCalls;
type Deps = OfferwallsDeps &
	ListWallsDeps &
	ChangeWallsDeps &
	SaveDeps &
	TestPostbackDeps &
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
