import { Link, useNavigate } from 'react-router';
import { signInMessages } from '../../contract/sign-in-messages.ts';
import { useCall } from '../lib/clients.tsx';
import { textLinkLook } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { AuthForm, type Values } from './auth-form.tsx';
import { AuthError } from './auth-requests.ts';
import { readBirthDate } from './birth-date.ts';
import { BirthDateFields } from './birth-date-fields.tsx';
import { createUserIfMissing } from './create-user.ts';
import { EmailField, emailProblem } from './email-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { newPasswordProblem } from './password.ts';
import { useSession } from './session-context.tsx';
import { signUp } from './sign-in-requests.ts';
import { usePasswordPolicy, useWays } from './site-facts.ts';

type SignUpFormProps = {
	/** Whether the session may be about to change under the form. */
	onUsed: (isUsed: boolean) => void;
	/** This person gets no account, and the form no second try. */
	onRefused: (sentence: string) => void;
};

export function SignUpForm({ onUsed, onRefused }: SignUpFormProps) {
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
		const notice = mail ? signInMessages.signedUpWithMail(address) : signInMessages.signedUp;
		navigate('/withdraw', { replace: true, state: { notice } });
	}

	return (
		<AuthForm
			action="Create account"
			busy="Creating your account…"
			check={({ password = '', name, ...date }, form) => ({
				name: name?.trim() ? undefined : signInMessages.nameRequired,
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
					<Field label="Name" name="name" autoComplete="name" maxLength={100} required problem={problems.name} />
					<EmailField autoComplete="email" problem={problems.email} />
					<NewPasswordField label="Password" problem={problems.password} />
					<BirthDateFields problem={problems.birthDate} />
					<p className="mb-3 text-sm text-soft">
						By creating an account you accept the{' '}
						<Link to="/terms-of-service" target="_blank" className={textLinkLook}>
							terms of service
						</Link>{' '}
						and the{' '}
						<Link to="/privacy-policy" target="_blank" className={textLinkLook}>
							privacy policy
						</Link>
						.
					</p>
				</>
			)}
		</AuthForm>
	);
}
