import { createContext, type ReactNode, use } from 'react';
import { isAllowed, type Permission, type StaffRole } from '../../contract/permissions.ts';

/** Whoever works in the admin area. */
type Staff = { role: StaffRole; email?: string };

/** Where it is not known, all is shown, and the server refuses what it has to. */
const StaffContext = createContext<Staff>({ role: 'owner' });

export function StaffProvider({ children, ...staff }: Staff & { children: ReactNode }) {
	return <StaffContext value={staff}>{children}</StaffContext>;
}

export function useStaff(): Staff {
	return use(StaffContext);
}

/** Whether whoever is signed in has any of these. Without one, anybody has. */
export function useMay(): (...needs: readonly (Permission | undefined)[]) => boolean {
	const { role } = useStaff();
	return (...needs) => needs.some((each) => each === undefined || isAllowed(role, each));
}
