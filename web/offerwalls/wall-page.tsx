import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { Button, buttonLook } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { isLoadedAs } from './loaded-as.ts';
import { useOfferwalls } from './use-offerwalls.ts';
import { WallView } from './wall-view.tsx';

export const handle = { fillsView: true };

/** One wall, at an address of its own. */
export default function WallPage() {
	const { wallId } = useParams();
	const { pathname } = useLocation();
	const isOwnDocument = isLoadedAs(pathname);
	useEffect(() => {
		if (!isOwnDocument) location.reload();
	}, [isOwnDocument]);
	const offerwalls = useOfferwalls();

	if (offerwalls.kind === 'failed') {
		return (
			<Message title="The offerwall cannot be opened" text={offerwalls.message}>
				<Button onClick={offerwalls.retry}>Try again</Button>
			</Message>
		);
	}
	if (offerwalls.kind === 'loading' || !isOwnDocument) return <WallView />;
	const wall = offerwalls.walls.find(({ id }) => id === wallId);
	if (wall) return <WallView wall={wall} />;
	return (
		<Message
			title="This offerwall is not open"
			text="It may be switched off for the moment, or be meant for people of another age. What you have earned there stays yours."
		>
			<Link to="/earn" className={buttonLook()}>
				See what is open
			</Link>
		</Message>
	);
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
	return (
		<div className="mx-auto grid max-w-md flex-1 content-center justify-items-center gap-4 px-4 py-16 text-center">
			<PageTitle>{title}</PageTitle>
			<h1 className="text-2xl font-bold tracking-tight">{title}</h1>
			<p className="text-soft">{text}</p>
			{children}
		</div>
	);
}
