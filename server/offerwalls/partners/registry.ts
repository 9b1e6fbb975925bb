import type { Partner } from './partner.ts';
import { wannads } from './wannads.ts';

/** Every partner that `OFFERWALLS_FILE` may name. Adding one is an entry here and a fixture beside it. */
export const partners: Readonly<Record<string, Partner>> = { wannads };
