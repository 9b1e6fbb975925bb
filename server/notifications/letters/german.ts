import type { Said } from '../../../contract/said.ts';
import type { Letters } from './english.ts';
import type { MailWords } from './letter.ts';

type Claim = { reference: string; offer: string | null };

const robux = ({ currencySign }: MailWords, amount: number) => `${amount.toFixed(2)} ${currencySign}`;
const about = ({ reference, offer }: Claim) => (offer === null ? reference : `„${offer}“ (${reference})`);
const linkWorks = (duration: string) => `Der Link funktioniert einmal und ${duration} lang.`;
const mistake = 'Du hältst das für einen Irrtum? Sag uns, warum, und ein Mensch sieht es sich an.';
const writeToUs = 'Schreib uns';
const linkToWrite =
	'Der Link gilt einmal, für 14 Tage und für nichts anderes. Auf seiner Seite bekommst du einen neuen.';

/** The product's own reasons; what a person wrote stays as it was written. */
function why({ reason, message, params }: Said): string {
	if (reason === 'banned-for-chargebacks') {
		return `Partner haben ${(params as { count: number }).count} deiner abgeschlossenen Angebote zurückgenommen.`;
	}
	if (reason === 'paused-for-chargebacks') {
		return 'Partner haben zu viele deiner letzten Angebote zurückgenommen. Sie öffnen sich von selbst wieder.';
	}
	return message;
}

export const german: Letters = {
	verifyEmail: ({ brand }) => ({
		subject: `Bestätige deine E-Mail-Adresse für ${brand}`,
		paragraphs: [`Jemand, hoffentlich du, hat bei ${brand} ein Konto mit dieser E-Mail-Adresse angelegt.`],
		button: 'E-Mail-Adresse bestätigen',
		after: [
			linkWorks('24 Stunden'),
			'Das warst nicht du? Dann benutze den Link nicht, und nichts passiert. Ohne ihn wird von dem Konto nichts ausgezahlt.',
		],
	}),

	changeEmail: ({ brand }) => ({
		subject: `Bestätige deine neue E-Mail-Adresse für ${brand}`,
		paragraphs: [`Du möchtest diese E-Mail-Adresse ab jetzt für dein Konto bei ${brand} benutzen.`],
		button: 'Diese Adresse benutzen',
		after: [`${linkWorks('24 Stunden')} Das warst nicht du? Dann benutze den Link nicht, und nichts ändert sich.`],
	}),

	addressInUse: ({ brand }) => ({
		subject: `Mit dieser Adresse gibt es bei ${brand} schon ein Konto`,
		paragraphs: [
			`Jemand wollte diese E-Mail-Adresse für ein Konto bei ${brand} benutzen. Sie gehört aber schon zu einem anderen Konto, deshalb hat sich nichts geändert.`,
			'Warst du das? Dann melde dich mit dieser Adresse an, oder fordere ein neues Passwort an, wenn du es nicht mehr weißt.',
		],
		button: 'Anmelden',
	}),

	resetPassword: ({ brand }) => ({
		subject: `Wähle ein neues Passwort für ${brand}`,
		paragraphs: [`Jemand, hoffentlich du, hat ein neues Passwort für dein Konto bei ${brand} angefordert.`],
		button: 'Neues Passwort wählen',
		after: [
			`${linkWorks('30 Minuten')} Wenn du ihn benutzt, wirst du überall abgemeldet.`,
			'Das warst nicht du? Dann tu nichts: Dein Passwort bleibt, wie es ist.',
		],
	}),

	staffInvite: ({ brand }, { role }) => ({
		subject: `Du bist ins Team von ${brand} eingeladen`,
		paragraphs: [
			`Du sollst bei ${brand} als ${role} mitarbeiten.`,
			'Melde dich mit dieser E-Mail-Adresse an, oder lege ein Konto mit ihr an, und richte in deinem Konto eine Authenticator-App ein. Benutze dann den Link.',
		],
		button: 'Ins Team',
		after: [
			'Der Link funktioniert einmal, 48 Stunden lang und nur für diese Adresse. Du hast so etwas nicht erwartet? Dann tu nichts.',
		],
	}),

	passwordChanged: ({ brand, legalContact }) => ({
		subject: `Dein Passwort bei ${brand} wurde geändert`,
		paragraphs: [
			'Das Passwort deines Kontos wurde eben geändert, und alle anderen Geräte wurden abgemeldet.',
			'Das warst nicht du? Wähle sofort ein neues Passwort.',
		],
		button: 'Neues Passwort wählen',
		after: [`Wenn das nicht geht, schreib an ${legalContact}.`],
	}),

	emailChanged: ({ brand, legalContact }) => ({
		subject: `Deine E-Mail-Adresse bei ${brand} wurde geändert`,
		paragraphs: [
			'Dein Konto hat jetzt eine andere E-Mail-Adresse, und an diese schreiben wir nicht mehr.',
			`Das warst nicht du? Schreib sofort an ${legalContact}.`,
		],
	}),

	twoFactorChanged: ({ brand, legalContact }, { isOn }) => ({
		subject: `Die Anmeldung in zwei Schritten bei ${brand} wurde ${isOn ? 'eingeschaltet' : 'ausgeschaltet'}`,
		paragraphs: [
			`Die Anmeldung mit einem Code aus einer Authenticator-App ist für dein Konto jetzt ${isOn ? 'eingeschaltet' : 'ausgeschaltet'}.`,
			`Das warst nicht du? Ändere dein Passwort, und schreib sofort an ${legalContact}.`,
		],
	}),

	banned: (words, said) => ({
		subject: `Dein Konto bei ${words.brand} ist gesperrt`,
		paragraphs: [
			`Dein Konto wurde gesperrt: ${why(said)}`,
			'Du bist überall abgemeldet und kannst dich nicht anmelden.',
			mistake,
		],
		button: writeToUs,
		after: [linkToWrite],
	}),

	unbanned: ({ brand }) => ({
		subject: `Dein Konto bei ${brand} ist wieder offen`,
		paragraphs: [
			'Die Sperre deines Kontos wurde aufgehoben. Dein Guthaben ist wie zuvor, und du kannst dich wieder anmelden.',
		],
		button: 'Anmelden',
	}),

	threadAnswered: (_words, { reference, text, isBanned }) => ({
		subject: `Unsere Antwort auf ${reference}`,
		paragraphs: [`Wir haben auf deine Nachricht geantwortet (${reference}):`, ...text.split(/\n{2,}/)],
		button: 'Lesen und antworten',
		...(isBanned && { after: [linkToWrite] }),
	}),

	threadLink: ({ brand }, { isBanned }) => ({
		subject: `Dein Link, um ${brand} zu schreiben`,
		paragraphs: isBanned
			? [`Jemand, hoffentlich du, hat um einen Link gebeten, um ${brand} wegen deines Kontos zu schreiben.`]
			: [
					`Jemand, hoffentlich du, hat um einen Link gebeten, um ${brand} ohne Anmeldung zu schreiben.`,
					'Dein Konto ist offen: Melde dich an und schreib uns von dort.',
				],
		button: writeToUs,
		after: [...(isBanned ? [linkToWrite] : []), 'Das warst nicht du? Dann tu nichts.'],
	}),

	withdrawalPaid: (words, { order_id, amount }) => ({
		subject: `Deine Auszahlung von ${robux(words, amount)} wurde bezahlt`,
		paragraphs: [
			`Dein Game-Pass wurde gekauft: Die Auszahlung ${order_id} über ${robux(words, amount)} ist abgeschlossen.`,
			'Die Spieleplattform hält Einnahmen aus einem Verkauf einige Tage zurück, bevor du sie ausgeben kannst.',
		],
		button: 'Auszahlungsverlauf',
	}),

	withdrawalRefunded: (words, { order_id, amount }) => ({
		subject: `Deine Auszahlung von ${robux(words, amount)} konnte nicht bezahlt werden`,
		paragraphs: [
			`Die Auszahlung ${order_id} über ${robux(words, amount)} konnte nicht bezahlt werden. Der ganze Betrag ist wieder auf deinem Guthaben.`,
			'Prüfe, ob der Game-Pass noch zu seinem Preis verkauft wird und Regional Pricing aus ist, und zahle dann noch einmal aus.',
		],
		button: 'Auszahlungsverlauf',
		after: [`Es scheitert wieder? Schreib an ${words.legalContact}, und nenne die Auszahlung.`],
	}),

	paused: (words, said) => ({
		subject: `Auszahlungen sind für dein Konto bei ${words.brand} angehalten`,
		paragraphs: [
			`Auszahlungen sind für dein Konto angehalten: ${why(said)}`,
			'Dein Guthaben bleibt, wie es ist, und du kannst weiter verdienen.',
			mistake,
		],
		button: writeToUs,
	}),

	resumed: ({ brand }) => ({
		subject: `Du kannst bei ${brand} wieder auszahlen lassen`,
		paragraphs: ['Auszahlungen sind für dein Konto nicht mehr angehalten.'],
		button: 'Auszahlen',
	}),

	message: ({ brand, legalContact }, { text }) => ({
		subject: `Eine Nachricht von ${brand}`,
		paragraphs: text.split(/\n{2,}/),
		after: [`Um zu antworten, schreib an ${legalContact}.`],
	}),

	gameAccountLost: ({ brand, legalContact }, { username }) => ({
		subject: `Dein Spielkonto bei ${brand} ist jetzt mit jemand anderem verknüpft`,
		paragraphs: [
			`Jemand hat gezeigt, dass ihm das Spielkonto @${username} gehört. Es ist deshalb nicht mehr mit deinem Konto verknüpft.`,
			'Auszahlungen, die du vorher beantragt hast, laufen weiter. Um wieder auszuzahlen, verknüpfe dein eigenes Spielkonto.',
		],
		button: 'Auszahlen',
		after: [
			`Es ist dein Spielkonto? Verknüpfe es noch einmal, und zeige, dass es dir gehört, oder schreib an ${legalContact}.`,
		],
	}),

	claimSettled: (words, claim) => {
		const paid = robux(words, claim.amount);
		return {
			subject: `Deine fehlende Belohnung von ${paid} ist da`,
			paragraphs: [
				claim.by === 'us'
					? `Wir haben nach ${about(claim)} gesehen: ${paid} sind auf deinem Guthaben.`
					: `Der Partner hat für ${about(claim)} doch noch ${paid} bezahlt.`,
			],
			button: 'Deine Fragen',
		};
	},

	claimDeclined: (_words, claim) => ({
		subject: `Zu deiner fehlenden Belohnung ${claim.reference}`,
		paragraphs: [`Wir haben nach ${about(claim)} gesehen und konnten sie nicht gutschreiben.`, claim.said, mistake],
		button: writeToUs,
	}),

	claimAsked: (_words, claim) => ({
		subject: `Wir haben nach deiner fehlenden Belohnung ${claim.reference} gefragt`,
		paragraphs: [
			`Wir haben den Partner nach ${about(claim)} gefragt. Seine Antwort kann einige Tage dauern; wir sagen dir Bescheid.`,
		],
		button: 'Deine Fragen',
	}),

	claimPaidTwice: (words, claim) => ({
		subject: `Der Partner hat ${claim.reference} doch noch bezahlt`,
		paragraphs: [
			`Der Partner hat ${about(claim)} jetzt bezahlt. Wir hatten es vorher schon bezahlt, deshalb gingen ${robux(words, claim.amount)} von dem zurück, was wir gezahlt hatten.`,
			'Dein Guthaben ist nicht niedriger als vorher: Du behältst den größeren der beiden Beträge.',
		],
		button: 'Deine Fragen',
	}),
};
