import { Endpoints } from './endpoints.tsx';
import { MachineKeys } from './machine-keys.tsx';

export default function ConnectPage() {
	return (
		<>
			<MachineKeys />
			<Endpoints />
		</>
	);
}
