export type CannedAnswer = { label: string; en: string; de: string };

/** Each template is three lines (name, English, German), followed by an empty line. */
export function readCannedAnswers(text: string): CannedAnswer[] | undefined {
	const blocks = text.trim().split(/\n\s*\n/);
	const answers = blocks.map((block) => block.split('\n').map((line) => line.trim()));
	if (answers.some((lines) => lines.length !== 3)) return undefined;
	return answers.map(([label = '', en = '', de = '']) => ({ label, en, de }));
}

export const defaultCannedAnswers = `Looking into it
Thanks for your message. We're looking into it and will reply here when we know more.
Danke für deine Nachricht. Wir sehen uns das an und melden uns hier, sobald wir mehr wissen.

More details needed
To look into this, we need a few more details: [what]. Please reply here.
Um das zu klären, brauchen wir noch ein paar Angaben: [was]. Bitte antworte hier.

Decision stands
Another member of our team reviewed the decision. It stands because [why].
Jemand anderes aus unserem Team hat die Entscheidung geprüft. Sie bleibt bestehen, weil [Grund].

Decision changed
We reviewed this again, and you were right. We changed it: [what]. Sorry for the trouble.
Wir haben das noch einmal geprüft, und du hattest recht. Wir haben es geändert: [was]. Entschuldige die Umstände.

Partner's decision
The partner behind this offer decides what it pays. It told us: [what]. We can't pay in its place.
Der Partner hinter diesem Angebot entscheidet, was er zahlt. Er hat uns mitgeteilt: [was]. Wir können nicht an seiner Stelle zahlen.

Hold ends automatically
This reward is on hold until [time]. We then add it to your balance automatically. You don't need to do anything.
Diese Belohnung wird bis [Zeit] zurückgehalten. Danach schreiben wir sie dir automatisch gut. Du musst nichts tun.`;
