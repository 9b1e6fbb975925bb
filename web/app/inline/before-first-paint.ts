import { ownDevice } from '../../offerwalls/offers/own-device.ts';
import { reloadAfterDeploy } from './reload-after-deploy.ts';
import { requestStart } from './request-start.ts';
import { followTranslator } from './translated-page.ts';

declare global {
	interface Window {
		handOffToken?: string | undefined;
	}
}

/** Removes the one-time token from the URL. */
export const beforeFirstPaint =
	() => `(${requestStart})(${ownDevice});(${followTranslator})();(${reloadAfterDeploy})();(()=>{
const address=new URL(location.href),token=address.searchParams.get('token');
if(token!==null){window.handOffToken=token;address.searchParams.delete('token');history.replaceState(null,'',address)}
try{const theme=localStorage.getItem('theme');if(theme)document.documentElement.dataset.theme=theme}catch{}
})()`;

export function takeHandOffToken(): string | undefined {
	const token = window.handOffToken;
	delete window.handOffToken;
	return token;
}
