import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { Endpoints } from './endpoints.tsx';
import { MachineKeys } from './machine-keys.tsx';

export default function ConnectPage({ heading, lead }: AdminPageProps) {
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			<MachineKeys />
			<Endpoints />
		</>
	);
}
