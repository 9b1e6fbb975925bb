declare global {
	interface Window {
		/** The address token, between the inline script below and {@link takeHandOffToken}. */
		handOffToken?: string | undefined;
	}
}

/**
 * Runs inline, before anything else is loaded. It takes the one-time token out of the address, so that no request, history
 * entry or extension sees it any longer than needed, and sets the chosen theme, so that the page does not flash.
 */
export const beforeFirstPaint = `(()=>{
const address=new URL(location.href),token=address.searchParams.get('token');
if(token!==null){window.handOffToken=token;address.searchParams.delete('token');history.replaceState(null,'',address)}
try{const theme=localStorage.getItem('theme');if(theme)document.documentElement.dataset.theme=theme}catch{}
})()`;

/** The token that stood in the address, once. */
export function takeHandOffToken(): string | undefined {
	const token = window.handOffToken;
	delete window.handOffToken;
	return token;
}
