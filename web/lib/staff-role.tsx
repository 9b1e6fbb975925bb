import { createContext, type ReactNode, use } from 'react';
import { isAllowed, type Permission, type StaffRole } from '../../contract/permissions.ts';

/** Where it is not known, all is shown, and the server refuses what it has to. */
const RoleContext = createContext<StaffRole>('owner');

export function StaffRoleProvider({ role, children }: { role: StaffRole; children: ReactNode }) {
	return <RoleContext value={role}>{children}</RoleContext>;
}

/** Whether whoever is signed in has any of these. Without one, anybody has. */
export function useMay(): (...needs: readonly (Permission | undefined)[]) => boolean {
	const role = use(RoleContext);
	return (...needs) => needs.some((each) => each === undefined || isAllowed(role, each));
}
