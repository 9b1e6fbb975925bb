import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { reason } from './fields.ts';
import { proposed, siteModes } from './proposals.ts';

export const SETTING_LENGTH_MAX = 20_000;
export const settingSources = ['default', 'environment', 'database'] as const;

const setting = z.object({
	name: z.string(),
	value: z.string().or(z.number()).nullable(),
	source: z.enum(settingSources),
	editable: z.boolean(),
	takes_two: z.boolean(),
});

const tried = { input: noPayload, output: z.object({ ok: z.boolean(), message: z.string() }) };

export const settingCalls = {
	adminGetSettings: defineStaffCall('read-settings', {
		input: noPayload,
		output: z.object({ mode: z.enum(siteModes), items: z.array(setting) }),
	}),
	/** Null or an empty text restores the default. */
	adminChangeSettings: defineStaffCall('change-settings', {
		title: 'Change settings',
		input: z.strictObject({
			changes: z.record(z.string().max(64), z.string().max(SETTING_LENGTH_MAX).or(z.number()).nullable()),
			reason,
		}),
		output: z.object({ changed: z.literal(true) }).or(proposed),
	}),
	adminSendTestEmail: defineStaffCall('change-settings', tried),
	adminSendTestAlert: defineStaffCall('change-settings', tried),
	adminAskVendor: defineStaffCall('change-payouts', tried),
	adminMakeCheckpoint: defineStaffCall('change-settings', tried),
	adminBackUp: defineStaffCall('change-settings', tried),
};
