import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { m } from '../texts/messages.js';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/text-link.tsx';
import { markNoticeShown, partnerOf, wasNoticeShown } from './data-notice.ts';
import { isLoadedAs } from './loaded-as.ts';
import { Message } from './message.tsx';
import { type Offerwall, useOfferwalls } from './use-offerwalls.ts';
import { WallView } from './wall-view.tsx';

export const handle = { fillsView: true };

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
			<Message title={m.earn_the_offerwall_cannot_be_opened()} text={offerwalls.message}>
				<Button onClick={offerwalls.retry}>{m.common_try_again()}</Button>
			</Message>
		);
	}
	if (offerwalls.kind === 'loading' || !isOwnDocument) return <WallView />;
	const wall = offerwalls.walls.find(({ id }) => id === wallId);
	if (wall) return <DataNotice key={wall.id} wall={wall} />;
	return (
		<Message title={m.earn_this_offerwall_is_not_open()} text={m.earn_it_may_be_switched_off()}>
			<ButtonLink to="/earn">{m.earn_see_what_is_open()}</ButtonLink>
		</Message>
	);
}

function DataNotice({ wall }: { wall: Offerwall }) {
	const [isNoticeShown, setNoticeShown] = useState(() => wasNoticeShown(wall.id));
	if (isNoticeShown) return <WallView wall={wall} />;
	const open = () => {
		markNoticeShown(wall.id);
		setNoticeShown(true);
	};
	return (
		<Message title={wall.name} text={m.earn_who_gets_what({ partner: partnerOf(wall) })}>
			<Button onClick={open}>{m.earn_open_name({ name: wall.name })}</Button>
		</Message>
	);
}
