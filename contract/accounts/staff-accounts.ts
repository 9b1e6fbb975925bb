import { z } from 'zod';
import { aboutUser, aboutUserWithReason, reason, uid } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';

const accountStatus = z.object({
	uid: z.string(),
	banned_at: z.number().nullable(),
	ban_reason: z.string().nullable(),
	paused_reason: z.string().nullable(),
	changed: z.boolean(),
});
export type AccountStatus = z.output<typeof accountStatus>;

export const adminSession = z.object({
	id: z.string(),
	device: z.string(),
	network: z.string().nullable(),
	createdAt: z.number(),
	lastUsedAt: z.number(),
	isCurrent: z.boolean(),
});

const statusChange = defineStaffCall('change-standing', {
	input: aboutUserWithReason,
	output: accountStatus.or(proposed),
});

export const adminAccountCalls = {
	adminBanUser: { ...statusChange, title: 'Ban user' },
	adminUnbanUser: { ...statusChange, title: 'Unban user' },
	adminPauseUser: { ...statusChange, title: 'Pause withdrawals' },
	adminResumeUser: { ...statusChange, title: 'Resume withdrawals' },
	adminResetSecondFactor: { ...statusChange, title: 'Reset second factor' },
	adminGetSessions: defineStaffCall('read-user', { input: aboutUser, output: z.array(adminSession) }),
	adminEndSessions: defineStaffCall('end-sessions', {
		title: 'Sign out everywhere',
		input: z.strictObject({ uid, sessionId: z.uuid().nullish(), reason: reason.nullish() }),
		output: z.object({ ended: z.number() }).or(proposed),
	}),
};
