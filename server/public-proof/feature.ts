import type { Feature } from '../lib/feature.ts';
import { destroyKey } from './people-keys.ts';

export const publicProof = {
	erase: (tx, { uid }) => destroyKey(tx, uid),
} satisfies Feature<Record<never, never>, unknown>;
