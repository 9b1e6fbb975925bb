const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/;

export const directionOf = (language: string): 'ltr' | 'rtl' => RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
