/** Written in the user's language. The admin fills in the brackets. */
export const cannedAnswers: readonly { label: string; en: string; de: string }[] = [
	{
		label: 'Looking into it',
		en: "Thanks for your message. We're looking into it and will reply here when we know more.",
		de: 'Danke für deine Nachricht. Wir sehen uns das an und melden uns hier, sobald wir mehr wissen.',
	},
	{
		label: 'More details needed',
		en: 'To look into this, we need a few more details: [what]. Please reply here.',
		de: 'Um das zu klären, brauchen wir noch ein paar Angaben: [was]. Bitte antworte hier.',
	},
	{
		label: 'Decision stands',
		en: 'Another member of our team reviewed the decision. It stands because [why].',
		de: 'Jemand anderes aus unserem Team hat die Entscheidung geprüft. Sie bleibt bestehen, weil [Grund].',
	},
	{
		label: 'Decision changed',
		en: 'We reviewed this again, and you were right. We changed it: [what]. Sorry for the trouble.',
		de: 'Wir haben das noch einmal geprüft, und du hattest recht. Wir haben es geändert: [was]. Entschuldige die Umstände.',
	},
	{
		label: "Partner's decision",
		en: "The partner behind this offer decides what it pays. It told us: [what]. We can't pay in its place.",
		de: 'Der Partner hinter diesem Angebot entscheidet, was er zahlt. Er hat uns mitgeteilt: [was]. Wir können nicht an seiner Stelle zahlen.',
	},
	{
		label: 'Hold ends automatically',
		en: "This reward is on hold until [time]. We then add it to your balance automatically. You don't need to do anything.",
		de: 'Diese Belohnung wird bis [Zeit] zurückgehalten. Danach schreiben wir sie dir automatisch gut. Du musst nichts tun.',
	},
];
