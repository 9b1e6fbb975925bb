import { z } from 'zod';
import { reason, timeMs } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { keyPermissions } from './key-access.ts';

export const keyStates = ['active', 'expired', 'revoked'] as const;

const machineKey = z.object({
	id: z.string(),
	name: z.string(),
	permissions: z.array(z.enum(keyPermissions)),
	personal_data: z.boolean(),
	addresses: z.array(z.string()),
	state: z.enum(keyStates),
	created_by: z.string(),
	creator_name: z.string().nullable(),
	created_at: z.number(),
	expires_at: z.number(),
	last_used_at: z.number().nullable(),
	last_address: z.string().nullable(),
	/** Its secret waits for the caller. */
	proposal: z.string().nullable(),
});
export type MachineKey = z.output<typeof machineKey>;

export const keyCalls = {
	adminGetKeys: defineStaffCall('read-connect', { input: noPayload, output: z.array(machineKey) }),
	adminCreateKey: defineStaffCall('change-connect', {
		title: 'Create machine key',
		input: z.strictObject({
			name: z.string().trim().min(1).max(100),
			permissions: z.array(z.enum(keyPermissions)).min(1).max(keyPermissions.length),
			expires_at: timeMs,
			addresses: z.array(z.string().max(50)).max(50).optional(),
			personal_data: z.boolean().optional(),
		}),
		output: z.object({ id: z.string(), key: z.string() }).or(proposed),
	}),
	adminRevokeKey: defineStaffCall('change-connect', {
		input: z.strictObject({ id: z.uuid(), reason }),
		output: z.object({ revoked: z.literal(true) }),
	}),
	/** Works once, for the admin who proposed, within 7 days. */
	adminTakeSecret: defineStaffCall('change-connect', {
		input: z.strictObject({ proposal: z.uuid() }),
		output: z.object({ id: z.string(), secret: z.string() }),
	}),
};
