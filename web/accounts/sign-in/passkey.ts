import { m } from '../../texts/messages.js';
import { AuthError } from '../session/auth-requests.ts';

/** Returns what the server checks. @throws AuthError */
export async function askPasskey(step: 'create' | 'use', options: object): Promise<object> {
	if (!('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential)) {
		throw refused(m.identity_passkey_unsupported());
	}
	const credential = await ask(step, options).catch(() => null);
	if (!(credential instanceof PublicKeyCredential)) throw refused(m.identity_passkey_cancelled());
	return credential.toJSON();
}

const refused = (message: string) => new AuthError('auth/invalid-credential', message);

function ask(step: 'create' | 'use', options: object): Promise<Credential | null> {
	if (step === 'create') {
		const given = options as PublicKeyCredentialCreationOptionsJSON;
		return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given) });
	}
	const given = options as PublicKeyCredentialRequestOptionsJSON;
	return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given) });
}
