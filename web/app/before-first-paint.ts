declare global {
	interface Window {
		/** The address token, between the inline script below and {@link takeHandOffToken}. */
		handOffToken?: string | undefined;
	}
}

/** Runs before anything is loaded: takes the one-time token out of the address, and sets the theme without a flash. */
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
