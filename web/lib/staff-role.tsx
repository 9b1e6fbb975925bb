import { createContext, type ReactNode, use } from 'react';
import { isAllowed, type Permission, type StaffRole } from '../../contract/permissions.ts';

type Staff = { role: StaffRole; email?: string };

const StaffContext = createContext<Staff>({ role: 'owner' });

export function StaffProvider({ children, ...staff }: Staff & { children: ReactNode }) {
	return <StaffContext value={staff}>{children}</StaffContext>;
}

export const useStaff = (): Staff => use(StaffContext);

/** True if the role has any of these permissions, or if one is undefined. */
export function useMay(): (...needs: readonly (Permission | undefined)[]) => boolean {
	const { role } = useStaff();
	return (...needs) => needs.some((each) => each === undefined || isAllowed(role, each));
}
