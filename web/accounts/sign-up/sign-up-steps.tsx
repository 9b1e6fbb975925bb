import { useId, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useCall, useUserDocument } from '../../lib/calls/clients.tsx';
import { language } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { controlLook, Field, Select, TallLink, TextLink, withParts } from '../../ui/basics.tsx';
import { useAccount } from '../account/use-account.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { newPasswordProblem } from '../passwords/password.ts';
import { AuthError } from '../session/auth-requests.ts';
import { createUserIfMissing } from '../session/create-user.ts';
import { useAuth, useSession } from '../session/session-context.tsx';
import { usePasswordPolicy, useWays } from '../session/site-facts.ts';
import { AuthForm, EmailField, emailProblem, type Values } from '../sign-in/auth-form.tsx';
import { FormCard, FormPlaceholder, Outcome } from '../sign-in/auth-page.tsx';
import { readNextPath } from '../sign-in/next-path.ts';
import { GoogleButton, OtherWays } from '../sign-in/round-buttons.tsx';
import { sendAge, signUp } from '../sign-in/sign-in-requests.ts';
import { SignedInCard } from '../sign-in/signed-in-card.tsx';
import { readBirthDate } from './birth-date.ts';

const monthFormat = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)));

/** Uses three fields, because a calendar would open at today. A month name avoids day-month confusion. */
function BirthDateFields({ problem }: { problem: string | undefined }) {
	const problemId = useId();
	const monthId = useId();
	const part = { 'aria-invalid': problem ? true : undefined, 'aria-describedby': problemId, required: true };
	const digits = { ...part, inputMode: 'numeric', className: `${controlLook} figures` } as const;
	return (
		<fieldset name="birthDate">
			<legend className="mb-1.5 text-sm font-semibold">{m.identity_date_of_birth()}</legend>
			<div className="flex flex-wrap gap-2 text-sm text-soft">
				<label className="grid w-16 gap-1">
					{m.identity_day()}
					<input name="day" autoComplete="bday-day" maxLength={2} {...digits} />
				</label>
				<div className="grid min-w-28 flex-1 gap-1">
					<label htmlFor={monthId}>{m.identity_month()}</label>
					<Select
						id={monthId}
						name="month"
						autoComplete="bday-month"
						defaultValue=""
						choices={months.map((name, index) => [index + 1, name])}
						{...part}
					>
						<option value="" disabled hidden />
					</Select>
				</div>
				<label className="grid w-20 gap-1">
					{m.identity_year()}
					<input name="year" autoComplete="bday-year" maxLength={4} {...digits} />
				</label>
			</div>
			<div id={problemId} aria-live="polite" className="mt-1.5 min-h-5 text-sm text-danger">
				{problem}
			</div>
		</fieldset>
	);
}

function AgeForm({ next, onRefused }: { next: string; onRefused: (sentence: string) => void }) {
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

const inTab = (to: string) => (text: string) => (
	<TextLink to={to} target="_blank">
		{text}
	</TextLink>
);

type SignUpFormProps = { next: string; onUsed: (isUsed: boolean) => void; onRefused: (sentence: string) => void };

function SignUpForm({ next, onUsed, onRefused }: SignUpFormProps) {
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
							link: inTab('/terms-of-service'),
							link2: inTab('/privacy-policy'),
						})}
					</p>
				</>
			)}
		</AuthForm>
	);
}

export function SignUpSteps({ onRefused }: { onRefused: (sentence: string) => void }) {
	const auth = useAuth();
	const params = new URLSearchParams(useLocation().search);
	const ways = useWays();
	const [isUsed, setUsed] = useState(false);
	const uid = auth.kind === 'signed-in' ? auth.uid : undefined;
	const next = readNextPath(params.get('next'), '/earn');

	if (params.get('step') === 'age' && uid !== undefined) return <AgeStep onRefused={onRefused} />;
	if (uid !== undefined && !isUsed) return <AlreadyIn uid={uid} />;
	if (!ways.served) {
		return (
			<Outcome title={m.identity_not_in_your_country()} actions={<ToSignIn />}>
				{m.refusal_country_not_served()}
			</Outcome>
		);
	}
	if (!ways.signUp) {
		return (
			<Outcome title={m.common_not_at_the_moment()} actions={<ToSignIn />}>
				{m.refusal_sign_up_off()}
			</Outcome>
		);
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<FormCard>
				<SignUpForm next={next} onUsed={setUsed} onRefused={onRefused} />
				{ways.google && (
					<OtherWays>
						<GoogleButton next={next} />
					</OtherWays>
				)}
			</FormCard>
			<p className="text-center text-soft">
				{withParts(m.identity_already_have_an_account(), { link: () => <ToSignIn /> })}
			</p>
		</div>
	);
}

function AgeStep({ onRefused }: { onRefused: (sentence: string) => void }) {
	const params = new URLSearchParams(useLocation().search);
	const user = useUserDocument();
	const next = readNextPath(params.get('next'), '/earn');
	if (user.kind === 'loading') return <FormPlaceholder fields={1} />;
	if (user.kind === 'ready') return <Navigate to={next} replace />;
	return <AgeForm next={next} onRefused={onRefused} />;
}

function AlreadyIn({ uid }: { uid: string }) {
	return <SignedInCard account={useAccount(uid)} />;
}

const ToSignIn = () => <TallLink to="/login">{m.common_sign_in()}</TallLink>;
