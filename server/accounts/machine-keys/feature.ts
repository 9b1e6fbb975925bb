import type { keyCalls } from '../../../contract/connect/keys.ts';
import type { Feature } from '../../lib/feature.ts';
import { adminCreateKey, adminGetKeys, adminRevokeKey, adminTakeSecret, type SecretDeps } from './machine-keys.ts';

export const machineKeys = {
	calls: { adminGetKeys, adminCreateKey, adminRevokeKey, adminTakeSecret },
} satisfies Feature<typeof keyCalls, SecretDeps>;
