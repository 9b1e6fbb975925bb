import { z } from 'zod';
import { aboutUserWithReason, done, reason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { SAVED_VIEW_NAME_LENGTH_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';
import { staffRoles } from '../permissions.ts';

const role = z.enum(staffRoles);

const colleague = z.object({
	uid: z.string(),
	email: z.string(),
	name: z.string(),
	role,
	banned: z.boolean(),
	two_factor_enabled: z.boolean(),
	last_access: z.number().nullable(),
});
export type Colleague = z.output<typeof colleague>;

const invite = z.object({ email: z.string(), role, expires_at: z.number() });
export type StaffInvite = z.output<typeof invite>;

const viewName = { page: z.string().min(1).max(100), name: z.string().trim().min(1).max(SAVED_VIEW_NAME_LENGTH_MAX) };
/** `query` is the part of the page's URL after the question mark. */
const savedView = z.strictObject({ ...viewName, query: z.string().max(1_000) });
export type SavedView = z.output<typeof savedView>;
const savedViews = z.array(savedView);

export const staffCalls = {
	adminGetSavedViews: defineStaffCall('read-dashboard', { input: noPayload, output: savedViews }),
	/** Replaces a view of the same name. */
	adminSaveView: defineStaffCall('read-dashboard', { input: savedView, output: savedViews }),
	adminRemoveView: defineStaffCall('read-dashboard', { input: z.strictObject(viewName), output: savedViews }),
	adminGetStaff: defineStaffCall('read-staff', {
		input: noPayload,
		output: z.object({ staff: z.array(colleague), invites: z.array(invite) }),
	}),
	/** Mails a single-use link, valid 48 hours, for this address only. Owner, finance and fraud need a second admin. */
	adminInviteStaff: defineStaffCall('change-staff', {
		title: 'Invite team member',
		input: z.strictObject({
			email: z
				.email()
				.max(254)
				.transform((email) => email.toLowerCase()),
			role,
		}),
		output: invite.or(proposed),
	}),
	adminWithdrawInvite: defineStaffCall('change-staff', {
		input: z.strictObject({ email: z.string(), reason }),
		output: done,
	}),
	adminChangeStaffRole: defineStaffCall('change-staff', {
		title: 'Change role',
		input: aboutUserWithReason.extend({ role }),
		output: z.object({ uid: z.string(), role }).or(proposed),
	}),
	/** Ends the admin's sessions and invitations, but keeps the account. */
	adminRemoveStaff: defineStaffCall('change-staff', {
		title: 'Remove team member',
		input: aboutUserWithReason,
		output: z.object({ uid: z.string(), removed: z.literal(true) }).or(proposed),
	}),
	/** The caller needs the invited address, verified, and a session with a second factor. */
	acceptStaffInvite: defineCall({
		access: 'user',
		// Any length, so that unknown and used codes get the same error.
		input: z.strictObject({ code: z.string() }),
		output: z.object({ role }),
	}),
};
