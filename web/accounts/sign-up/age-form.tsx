import { useCall } from '../../lib/calls/clients.tsx';
import { m } from '../../texts/messages.js';
import { AuthError } from '../session/auth-requests.ts';
import { createUserIfMissing } from '../session/create-user.ts';
import { useSession } from '../session/session-context.tsx';
import { AuthForm, type Values } from '../sign-in/auth-form.tsx';
import { FormCard } from '../sign-in/auth-page.tsx';
import { sendAge } from '../sign-in/sign-in-requests.ts';
import { readBirthDate } from './birth-date.ts';
import { BirthDateFields } from './birth-date-fields.tsx';

export function AgeForm({ next, onRefused }: { next: string; onRefused: (sentence: string) => void }) {
	const session = useSession();
	const call = useCall();

	async function send(date: Values): Promise<void> {
		const { birthDate = '' } = readBirthDate(date, Date.now());
		try {
			await session.asOwner(() => sendAge(birthDate));
		} catch (error) {
			if (!(error instanceof AuthError)) throw error;
			if (error.code === 'auth/too-young') return onRefused(error.message);
			if (error.code !== 'auth/operation-not-allowed') throw error;
		}
		await createUserIfMissing(call);
		// A full reload retries all that was refused, including the live stream.
		location.assign(next);
	}

	return (
		<FormCard title={m.identity_one_more_question()}>
			<AuthForm
				action={m.common_continue()}
				busy={m.common_one_moment()}
				check={(date) => ({ birthDate: readBirthDate(date, Date.now()).problem })}
				send={send}
				fieldOf={{ 'age-required': 'birthDate' }}
			>
				{(problems) => <BirthDateFields problem={problems.birthDate} />}
			</AuthForm>
		</FormCard>
	);
}
