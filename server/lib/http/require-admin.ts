import { CallError } from '../../../contract/errors.ts';
import { ADMIN_ROLE } from '../../../contract/limits.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Actor } from './actor.ts';

/** @throws CallError `permission-denied`; with `details.reason` for an admin whose second factor is missing. */
export function requireAdmin({ role, missingStep }: Actor): void {
	if (role !== ADMIN_ROLE) throw new CallError('permission-denied', refusal('permission-denied'));
	if (missingStep === null) return;
	throw new CallError('permission-denied', refusal(missingStep));
}
