/** What is sent is the person's language, not the admin area's: who answers chooses it, and fills what stands in brackets. */
export const cannedAnswers: readonly { label: string; en: string; de: string }[] = [
	{
		label: 'We are looking',
		en: 'Thank you for writing. We are looking into it and will tell you here what we found.',
		de: 'Danke für deine Nachricht. Wir sehen es uns an und sagen dir hier, was wir gefunden haben.',
	},
	{
		label: 'More is needed',
		en: 'To look into this we need a little more: [what]. Please answer here.',
		de: 'Um das zu klären, brauchen wir noch etwas: [was]. Bitte antworte hier.',
	},
	{
		label: 'It stays',
		en: 'Somebody else than who decided has looked at it again. It stays as it is, because [why].',
		de: 'Jemand anderes als die Person, die entschieden hat, hat es sich noch einmal angesehen. Es bleibt dabei, weil [Grund].',
	},
	{
		label: 'You were right',
		en: 'We have looked at it again, and you were right. We have changed it: [what]. We are sorry for the trouble.',
		de: 'Wir haben es uns noch einmal angesehen, und du hattest recht. Wir haben es geändert: [was]. Entschuldige den Ärger.',
	},
	{
		label: 'The partner decides',
		en: 'The partner of this offer decides what it pays, and it told us: [what]. We cannot pay in its place.',
		de: 'Der Partner dieses Angebots entscheidet, was er bezahlt, und hat uns gesagt: [was]. Wir können nicht an seiner Stelle bezahlen.',
	},
	{
		label: 'A hold ends by itself',
		en: 'This reward is on hold until [time]. It becomes yours by itself then; nobody has to do anything.',
		de: 'Diese Belohnung wird bis [Zeit] zurückgehalten. Dann gehört sie von selbst dir; niemand muss etwas tun.',
	},
];
