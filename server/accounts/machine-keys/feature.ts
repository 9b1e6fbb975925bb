import type { keyCalls } from '../../../contract/connect/keys.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminCreateKey, adminGetKeys, adminRevokeKey } from './machine-keys.ts';
import { adminTakeSecret, type SecretDeps } from './one-time-secret.ts';

export const machineKeys = {
	calls: { adminGetKeys, adminCreateKey, adminRevokeKey, adminTakeSecret },
} satisfies Feature<typeof keyCalls, SecretDeps>;
