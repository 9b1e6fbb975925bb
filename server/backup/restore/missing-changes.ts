import { canonicalJson } from '../../../contract/proof/canonical-json.ts';
import { withSession } from '../../lib/db/session.ts';
import { LAG_MAX_MS } from '../backup-alerts.ts';
import type { Manifest } from '../manifest.ts';
import { selectLastTransfer, selectTotals } from '../store-totals.ts';
import type { ShippedNote } from '../wal/shipped-note.ts';

type Promised = {
	manifest: Manifest;
	/** Undefined if the site is restored to an earlier moment. */
	latest: { lastSegment: string; shipped: ShippedNote | undefined } | undefined;
};

type Reached = { backupUrl: string; until: Date; segment: string };

/** Returns what the manifest and the note of the last shipped segment promise and the restored database lacks. */
export function listMissing({ manifest, latest }: Promised, reached: Reached): Promise<string[]> {
	const { until, segment } = reached;
	return withSession({ url: reached.backupUrl, name: 'restore' }, async (session) => {
		const { last_transfer, transfers, totals, late } = manifest;
		const missing: string[] = [];
		const restored = await selectTotals(session, last_transfer?.id ?? '0', late);
		if (restored.transfers < transfers)
			missing.push(
				`The backup had ${transfers} transfers up to ${last_transfer?.id}, but only ${restored.transfers} are here.`,
			);
		else if (restored.transfers === transfers && canonicalJson(restored.totals) !== canonicalJson(totals))
			missing.push(
				`The totals of the backup were ${canonicalJson(totals)}, but are ${canonicalJson(restored.totals)}.`,
			);
		if (!latest) return missing;

		const { lastSegment, shipped } = latest;
		if (numberOf(segment) < numberOf(lastSegment))
			missing.push(`PostgreSQL replayed WAL only up to ${segment}, but the backup continues to ${lastSegment}.`);
		if (shipped?.segment && numberOf(shipped.segment) > numberOf(lastSegment))
			missing.push(`WAL was shipped up to ${shipped.segment}, but the backup ends with ${lastSegment}.`);
		const here = await selectLastTransfer(session);
		const booked = shipped?.last_transfer;
		const isAhead = booked && BigInt(booked.id) > BigInt(here?.id ?? 0);
		if (isAhead && Date.parse(booked.at) - until.getTime() > LAG_MAX_MS)
			missing.push(
				`The site had booked transfer ${booked.id} at ${booked.at}. The last one here is ${here ? `${here.id} at ${here.at}` : 'none'}.`,
			);
		return missing;
	});
}

const numberOf = (segment: string) => segment.slice(8);
