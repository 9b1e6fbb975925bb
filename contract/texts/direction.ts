const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/;

export function directionOf(language: string): 'ltr' | 'rtl' {
	return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}
