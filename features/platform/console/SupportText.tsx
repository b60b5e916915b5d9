/**
 * A text that names the customer support. The name is a link where the platform's settings have an address for it, and
 * plain text otherwise.
 */
import { useWords } from '#foundation/console/page/words.tsx';
import { platformScreenWords } from '../screen-words.ts';
import { useSupportUrl } from './config.ts';

export function SupportText({ text }: { text: string }) {
  const name = useWords(platformScreenWords)('customer_support');
  const address = useSupportUrl();
  const at = text.toLowerCase().indexOf(name);
  if (address === null || at === -1) return <>{text}</>;
  const end = at + name.length;
  return (
    <>
      {text.slice(0, at)}
      <a href={address} {...(address.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        {text.slice(at, end)}
      </a>
      {text.slice(end)}
    </>
  );
}
