import { Link } from 'react-router';
import { m } from '../../texts/messages.js';
import { answerTo } from './help-answers.ts';

export function HelpLink({ message }: { message: string }) {
	const answer = answerTo(message);
	if (!answer) return null;
	return (
		<Link
			to={`/help#${answer.id}`}
			className="mt-1 flex min-h-11 items-center font-semibold underline underline-offset-4"
		>
			{m.help_what_you_can_do()}
		</Link>
	);
}
