import { z } from 'zod';
import { aboutUserWithReason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';
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

export const staffCalls = {
	adminGetStaff: defineCall({
		access: 'admin',
		permission: 'read-staff',
		input: noPayload,
		output: z.object({ staff: z.array(colleague), invites: z.array(invite) }),
	}),
	/** Mails a link that works once, for 48 hours, and only for whoever has this address. Owners, finance and fraud are invited by two. */
	adminInviteStaff: defineCall({
		access: 'admin',
		permission: 'change-staff',
		input: z.strictObject({
			email: z
				.email()
				.max(254)
				.transform((email) => email.toLowerCase()),
			role,
		}),
		output: invite.or(proposed),
	}),
	/** Ends that person's sessions. By two, as all that is done to the staff. */
	adminChangeStaffRole: defineCall({
		access: 'admin',
		permission: 'change-staff',
		input: aboutUserWithReason.extend({ role }),
		output: z.object({ uid: z.string(), role }).or(proposed),
	}),
	/** Leaves the account; ends its sessions, and what it had invited. */
	adminRemoveStaff: defineCall({
		access: 'admin',
		permission: 'change-staff',
		input: aboutUserWithReason,
		output: z.object({ uid: z.string(), removed: z.literal(true) }).or(proposed),
	}),
	/** Signed in under the invited address, which is confirmed, in a session that has given a one-time password. */
	acceptStaffInvite: defineCall({
		access: 'user',
		// Of any length: what is no code of ours is refused like a used one.
		input: z.strictObject({ code: z.string() }),
		output: z.object({ role }),
	}),
};
