import { Link } from 'react-router';
import type { ThreadAbout } from '../../../contract/accounts/threads.ts';
import { m } from '../../texts/messages.js';
import { textLinkLook } from '../basics.tsx';

const linkLook = `${textLinkLook} inline-flex min-h-11 items-center`;

export function SomethingWrong({
	reference,
	answers,
	contact,
	about,
}: {
	reference: string;
	answers: readonly { id: string; label: string }[];
	contact?: { to: string; label: string };
	about?: ThreadAbout | undefined;
}) {
	return (
		<details className="group">
			<summary className={`${linkLook} list-none`}>{m.help_something_is_wrong()}</summary>
			<ul className="mt-1 grid justify-items-start">
				{contact && (
					<li>
						<Link to={contact.to} className={linkLook}>
							{contact.label}
						</Link>
					</li>
				)}
				{answers.map(({ id, label }) => (
					<li key={id}>
						<Link to={`/help#${id}`} className={linkLook}>
							{label}
						</Link>
					</li>
				))}
				<li>
					<Link
						to={`/threads/new?${about ? `about=${about.kind}:${about.id}` : `reference=${reference}`}`}
						className={linkLook}
					>
						{m.help_write_to_us_about_it()}
					</Link>
				</li>
			</ul>
		</details>
	);
}
