import { CopyButton } from '../ui/copy-button.tsx';
import { AdviceNotice } from './form/advice-notice.tsx';
import { AmountChoices, MostNow } from './form/amount-choices.tsx';
import { GiftCard } from './gift-card.tsx';
import { PassAside } from './pass-guide.tsx';

/** The page works without them. */
export const withdrawParts = { AdviceNotice, AmountChoices, CopyButton, GiftCard, MostNow, PassAside };
