import { createHash } from 'node:crypto';
import type { Branding } from '../../../contract/branding.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { Languages } from '../../lib/language/language.ts';
import { type Mailer, MailRefused } from '../../lib/mail.ts';
import { type MailWords, mailWords, writeMail } from '../../notifications/letters/letters.ts';
import type { AlertMessage, Channel } from './channel.ts';
import { sendMessage } from './send-message.ts';

export type Post = {
	key: string;
	name: string;
	where: string;
	isDaily: boolean;
	send(message: AlertMessage): Promise<string | undefined>;
};

export type PostDeps = {
	config: {
		alertChannels: readonly Channel[];
		adminEmail: string;
		words: Branding;
		publicUrl: string;
		languages: Languages;
	};
	mailer: Mailer | undefined;
};

export function postsOf({ config, mailer }: PostDeps): Post[] {
	const words = mailWords(config);
	const channels = config.alertChannels.map((channel) => channelPost(channel, words));
	return mailer ? [mailPost({ mailer, to: config.adminEmail, words }), ...channels] : channels;
}

export function channelPost(channel: Channel, { brand, send }: { brand: string; send?: SendRequest }): Post {
	const { key, name } = channel;
	const where = `channel ${name} of ALERT_URLS`;
	return { key, name, where, isDaily: true, send: (message) => sendMessage({ channel, brand, send }, message) };
}

const SUBJECT_MAX = 120;

export function mailPost({
	mailer,
	to,
	words,
}: {
	mailer: Mailer;
	to: string;
	words: Pick<MailWords, 'brand' | 'publicUrl'>;
}): Post {
	return {
		key: createHash('sha256').update(`mail:${to}`).digest('base64url'),
		name: 'mail',
		where: 'ADMIN_EMAIL',
		isDaily: false,
		async send({ text }) {
			const fullText = `${words.brand}: ${text}`;
			const subject = fullText.length > SUBJECT_MAX ? `${fullText.slice(0, SUBJECT_MAX)}…` : fullText;
			const letter = { subject, paragraphs: [text], button: 'Open the admin area' };
			try {
				await mailer.send({ to, ...writeMail(words, 'en', letter, `${words.publicUrl}/admin`) });
				return undefined;
			} catch (error) {
				return error instanceof MailRefused
					? `the mail server rejected it with ${error.code}`
					: "the mail server didn't accept it";
			}
		},
	};
}
