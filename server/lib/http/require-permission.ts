import { isAllowed, type Permission } from '../../../contract/permissions.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Actor } from './actor.ts';

/** @throws CallError `permission-denied`; `details.reason` names the missing second factor or permission. */
export function requirePermission({ staffRole, missingStep, key }: Actor, permission: Permission): void {
	if (key?.permissions.includes(permission)) return;
	if (key) throw callError('permission-denied', 'key-may-not');
	if (staffRole === null) throw callError('permission-denied', 'permission-denied');
	if (missingStep !== null) throw callError('permission-denied', missingStep);
	if (!isAllowed(staffRole, permission)) throw callError('permission-denied', 'role-may-not');
}
