import { CallError } from '../../../contract/errors.ts';
import { isAllowed, type Permission } from '../../../contract/permissions.ts';
import { refusal } from '../../../contract/refusals.ts';
import type { Actor } from './actor.ts';

/** @throws CallError `permission-denied`; `details.reason` names the missing second factor or permission. */
export function requirePermission({ staffRole, missingStep }: Actor, permission: Permission): void {
	if (staffRole === null) throw new CallError('permission-denied', refusal('permission-denied'));
	if (missingStep !== null) throw new CallError('permission-denied', refusal(missingStep));
	if (!isAllowed(staffRole, permission)) throw new CallError('permission-denied', refusal('role-may-not'));
}
