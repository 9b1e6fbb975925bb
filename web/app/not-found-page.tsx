import { useDataClient } from '../lib/calls/clients.tsx';
import { NotFound } from '../ui/not-found.tsx';

export default function NotFoundPage() {
	const isSignedIn = useDataClient() !== undefined;
	return <NotFound isSignedIn={isSignedIn} />;
}
