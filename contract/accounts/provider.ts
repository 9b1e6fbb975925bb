import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { staffRoles } from '../permissions.ts';

export const PROVIDER_RETURN = '/callback/provider';
const providerRoles = staffRoles.filter((role) => role !== 'owner');

const word = z.string().trim().min(1).max(200);
const settings = {
	issuer: z.url().max(500),
	client_id: word,
	/** Google's `hd`. */
	hosted_domain: word.nullable(),
	claim: word,
	/** Values of the claim, and the role that each allows. */
	roles: z.record(word, z.enum(providerRoles)),
	/** Values of `acr` or `amr` that count as a second factor. */
	second_factor: z.array(word).max(20),
};
const providerSettings = z.strictObject(settings);
export type ProviderSettings = z.output<typeof providerSettings>;

const test = z.uuid();
const provider = z.object({ id: test, ...settings });

export const providerCalls = {
	adminGetProvider: defineStaffCall('read-settings', {
		input: noPayload,
		output: z.object({
			redirect_uri: z.string(),
			applied: provider.nullable(),
			/** The caller's latest test. */
			tested: provider.extend({ passed: z.boolean(), problem: z.string().nullable() }).nullable(),
		}),
	}),
	/** Stores settings for a test sign-in by the caller. Without a secret, that of the applied client is used. */
	adminTestProvider: defineStaffCall('change-settings', {
		input: providerSettings.extend({ client_secret: word.optional() }),
		output: z.object({ test }),
	}),
	adminSaveProvider: defineStaffCall('change-settings', {
		title: 'Change team sign-in',
		input: providerSettings.extend({ test, reason }),
		output: z.object({ saved: z.literal(true) }).or(proposed),
	}),
	adminRemoveProvider: defineStaffCall('change-settings', {
		title: 'Turn off team sign-in',
		input: z.strictObject({ reason }),
		output: z.object({ removed: z.literal(true) }).or(proposed),
	}),
};
