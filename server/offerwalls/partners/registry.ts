import { adscend, adwork, mychips, revu } from './address-list-only.ts';
import { adgate } from './adgate.ts';
import { adgem } from './adgem.ts';
import { adjoe } from './adjoe.ts';
import { ayet } from './ayet.ts';
import { bitlabs } from './bitlabs.ts';
import { cpx } from './cpx.ts';
import { inbrain } from './inbrain.ts';
import { kiwiwall } from './kiwiwall.ts';
import { lootably } from './lootably.ts';
import { notik } from './notik.ts';
import type { Partner } from './partner.ts';
import { pollfish } from './pollfish.ts';
import { pubscale } from './pubscale.ts';
import { rapidoreach } from './rapidoreach.ts';
import { cpalead, monlix } from './shared-secret.ts';
import { tapjoy } from './tapjoy.ts';
import { theoremreach } from './theoremreach.ts';
import { timewall } from './timewall.ts';
import { torox } from './torox.ts';
import { wannads, wannadsV2 } from './wannads.ts';
import * as family from './wannads-family.ts';

export const partners: Readonly<Record<string, Partner>> = {
	cpx,
	bitlabs,
	lootably,
	adgate,
	ayet,
	torox,
	timewall,
	mychips,
	adscend,
	theoremreach,
	inbrain,
	revu,
	notik,
	wannads,
	'wannads-v2': wannadsV2,
	tapjoy,
	adgem,
	monlix,
	kiwiwall,
	pollfish,
	adwork,
	cpalead,
	rapidoreach,
	adjoe,
	pubscale,
	...family,
};
