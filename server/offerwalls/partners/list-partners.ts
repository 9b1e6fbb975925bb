import type { WallPartner } from '../../../contract/offerwalls/wall-entries.ts';
import { feedKinds, feeds } from '../feeds/feeds.ts';
import { coverageOf } from '../postbacks/signature.ts';
import type { Partner } from './partner.ts';
import { partners } from './registry.ts';

export async function listPartners(): Promise<WallPartner[]> {
	return Object.entries(partners).map(([id, partner]) => ({
		id,
		name: partner.name,
		certainty: partner.certainty,
		uncertain: uncertainIn(partner),
		strength: strengthOf(partner),
		known_ips: [...(partner.knownIps ?? [])],
		tells_payout: partner.parameters.payout !== undefined,
		address_needs: addressNeeds(partner),
		feeds: feedKinds.filter((kind) => kind === id).map((kind) => ({ kind, credentials: [...feeds[kind].credentials] })),
	}));
}

function uncertainIn({ verified, uncertain }: Partner): string | null {
	if (verified) return uncertain ?? null;
	return ['unverified, no documentation of the vendor was read', ...(uncertain ? [uncertain] : [])].join('; ');
}

function strengthOf(partner: Partner): WallPartner['strength'] {
	const { user, reward, payout, transaction } = coverageOf(partner);
	if (!user || !(reward || payout)) return 'weak';
	return transaction && reward ? 'full' : 'part';
}

function addressNeeds({ wallUrl }: Partner): string[] | null {
	if (wallUrl === undefined) return null;
	const open = [...wallUrl.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
	return open.filter((name) => name !== 'uid' && name !== 'hash');
}
