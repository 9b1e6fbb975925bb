import { followTranslator } from './translated-page.ts';

declare global {
	interface Window {
		handOffToken?: string | undefined;
	}
}

/** Removes the one-time token from the URL. Reloads the page once if a deploy has removed one of its scripts. */
export const beforeFirstPaint = () => `(${followTranslator})();(()=>{
addEventListener('vite:preloadError',({payload})=>setTimeout(()=>{
if(payload?.isOptional||payload?.code||Date.now()-(history.state?.reloadedAt??0)<60000)return;
history.replaceState({...history.state,reloadedAt:Date.now()},'');location.reload()
}));
const address=new URL(location.href),token=address.searchParams.get('token');
if(token!==null){window.handOffToken=token;address.searchParams.delete('token');history.replaceState(null,'',address)}
try{const theme=localStorage.getItem('theme');if(theme)document.documentElement.dataset.theme=theme}catch{}
})()`;

export function takeHandOffToken(): string | undefined {
	const token = window.handOffToken;
	delete window.handOffToken;
	return token;
}
