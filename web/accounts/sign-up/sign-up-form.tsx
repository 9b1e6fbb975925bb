import { useNavigate } from 'react-router';
import { useCall } from '../../lib/calls/clients.tsx';
import { withParts } from '../../lib/format/with-parts.tsx';
import { m } from '../../texts/messages.js';
import { Field } from '../../ui/fields/field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { newPasswordProblem } from '../passwords/password.ts';
import { AuthError } from '../session/auth-requests.ts';
import { createUserIfMissing } from '../session/create-user.ts';
import { useSession } from '../session/session-context.tsx';
import { usePasswordPolicy, useWays } from '../session/site-facts.ts';
import { AuthForm, type Values } from '../sign-in/auth-form.tsx';
import { EmailField, emailProblem } from '../sign-in/email-field.tsx';
import { signUp } from '../sign-in/sign-in-requests.ts';
import { readBirthDate } from './birth-date.ts';
import { BirthDateFields } from './birth-date-fields.tsx';

type SignUpFormProps = { next: string; onUsed: (isUsed: boolean) => void; onRefused: (sentence: string) => void };

export function SignUpForm({ next, onUsed, onRefused }: SignUpFormProps) {
	const session = useSession();
	const call = useCall();
	const navigate = useNavigate();
	const policy = usePasswordPolicy();
	const { mail } = useWays();

	async function send({ email = '', password = '', name = '', ...date }: Values): Promise<void> {
		const { birthDate = '' } = readBirthDate(date, Date.now());
		const address = email.trim();
		onUsed(true);
		try {
			await signUp({ email: address, password, name: name.trim(), birthDate });
			await session.enter();
		} catch (error) {
			onUsed(false);
			if (error instanceof AuthError && error.code === 'auth/too-young') return onRefused(error.message);
			throw error;
		}
		await createUserIfMissing(call);
		const notice = mail ? m.identity_signed_up_with_mail({ email: address }) : m.identity_signed_up();
		navigate(next, { replace: true, state: { notice } });
	}

	return (
		<AuthForm
			action={m.identity_create_account()}
			busy={m.identity_creating_your_account()}
			check={({ password = '', name, ...date }, form) => ({
				name: name?.trim() ? undefined : m.identity_name_required(),
				email: emailProblem(form),
				password: newPasswordProblem(password, policy),
				birthDate: readBirthDate(date, Date.now()).problem,
			})}
			send={send}
			fieldOf={{
				'invalid-email': 'email',
				'email-already-in-use': 'email',
				'weak-password': 'password',
				'missing-password': 'password',
				'age-required': 'birthDate',
			}}
		>
			{(problems) => (
				<>
					<Field
						label={m.identity_name()}
						name="name"
						autoComplete="name"
						maxLength={100}
						required
						problem={problems.name}
					/>
					<EmailField autoComplete="email" problem={problems.email} />
					<NewPasswordField label={m.common_password()} problem={problems.password} />
					<BirthDateFields problem={problems.birthDate} />
					<p className="mb-3 text-sm text-soft">
						{withParts(m.identity_by_creating_an_account(), {
							link: (text) => (
								<TextLink to="/terms-of-service" target="_blank">
									{text}
								</TextLink>
							),
							link2: (text) => (
								<TextLink to="/privacy-policy" target="_blank">
									{text}
								</TextLink>
							),
						})}
					</p>
				</>
			)}
		</AuthForm>
	);
}
