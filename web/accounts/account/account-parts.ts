import { PromoCode } from '../../ui/fields/promo-code.tsx';
import { PayoutCodes } from '../../ui/payout-codes.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { InviteSection } from './invite-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProviderSection } from './provider-section.tsx';
import { PushSection } from './push-section.tsx';

export const accountParts = {
	AuthenticatorSection,
	DevicesSection,
	EmailSection,
	InviteSection,
	PasskeySection,
	PasswordSection,
	PayoutCodes,
	PromoCode,
	ProviderSection,
	PushSection,
};
