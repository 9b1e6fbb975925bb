import { adviceOn } from '../../../contract/admin/alerts.ts';
import type { Branding } from '../../../contract/branding.ts';
import type { CallResult } from '../../../contract/calls.ts';
import type { Database, DbDeps } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { CircuitReason } from './circuit.ts';
import { selectAlerts, selectOpenCircuits, selectPayoutSettings, selectWorries } from './store-safety.ts';

export type PayoutAlertsDeps = DbDeps & { currentVendor: Vendor; words: Pick<Branding, 'currencySign'> };

const WAITING_MAX_MS = 10 * 60_000;
const BY_HAND_MAX_MS = 3_600_000;

export async function getPayoutAlerts({ db }: { db: Database }): Promise<CallResult<'adminGetPayoutAlerts'>> {
	const alerts = await selectAlerts(db);
	return alerts.map(({ raisedAt, ...alert }) => ({ ...alert, raised_at: raisedAt.getTime(), ...adviceOn(alert.kind) }));
}

export async function listPayoutAlerts(deps: PayoutAlertsDeps): Promise<Alert[]> {
	return [...(await orderAlerts(deps)), ...(await circuitAlerts(deps)), ...(await vendorAlerts(deps))];
}

async function orderAlerts({ db, clock }: PayoutAlertsDeps): Promise<Alert[]> {
	const nowMs = clock.now();
	const worries = await selectWorries(db, new Date(nowMs - WAITING_MAX_MS), new Date(nowMs - BY_HAND_MAX_MS));
	const { needReview, screened, reviews, waiting, byHand } = worries;
	const differing = reviews === 1 ? '1 order differs' : `${reviews} orders differ`;
	const alerts = [
		{ kind: 'needs-review', count: needReview, message: `Withdrawals needing review: ${needReview}.` },
		{ kind: 'screening', count: screened, message: `Withdrawals on hold that need your decision: ${screened}.` },
		{ kind: 'reviews', count: reviews, message: `${differing} from the vendor's records.` },
		{ kind: 'waiting', count: waiting, message: `Withdrawals waiting to be sent for over 10 minutes: ${waiting}.` },
		{ kind: 'by-hand', count: byHand, message: `Manual payouts waiting for over an hour: ${byHand}.` },
	] as const;
	return alerts.flatMap(({ kind, count, message }) => (count > 0 ? [{ kind, message }] : []));
}

/** Each reason is its own kind, so that an empty account raises an alert even if the vendor was slow before. */
async function circuitAlerts({ db, clock }: PayoutAlertsDeps): Promise<Alert[]> {
	const open = await selectOpenCircuits(db, new Date(clock.now()));
	return open.map(({ vendor, reason }) => ({
		kind: `${reason} ${vendor}`,
		message: `Sending to ${vendor} is paused: ${circuitReasons[reason]}`,
	}));
}

const circuitReasons: Record<CircuitReason, string> = {
	unclear: 'several unclear responses in a row.',
	busy: 'the vendor is busy.',
	empty: 'our balance there is empty. Orders wait until you top it up.',
	'locked-out': 'the vendor rejects our API key. Check the key.',
};

async function vendorAlerts({ db, words, currentVendor: vendor }: PayoutAlertsDeps): Promise<Alert[]> {
	const { balanceAlertUsd, stockAlert } = await selectPayoutSettings(db);
	const alerts: Alert[] = [];
	const balance = balanceAlertUsd === null ? undefined : await vendor.balance();
	if (balance?.kind === 'known' && balance.usd < (balanceAlertUsd ?? 0)) {
		alerts.push({ kind: 'vendor-balance', message: `Our balance at ${vendor.name} is $${balance.usd.toFixed(2)}.` });
	}
	const stock = stockAlert === null ? undefined : await vendor.stock();
	if (stock?.kind === 'known' && stock.stock.direct < (stockAlert ?? 0)) {
		alerts.push({
			kind: 'vendor-stock',
			message: `${vendor.name} has ${stock.stock.direct} ${words.currencySign} in stock.`,
		});
	}
	return alerts;
}
