/** What a connector's settings are called. One without a name of its own here is called as in the connector. */
import { useWords } from '#foundation/console/page/words.tsx';
import { operatorUpstreamWords } from '../../upstream-words.ts';

type Known = keyof typeof operatorUpstreamWords;

export function useSettingName(): (name: string) => string {
  const t = useWords(operatorUpstreamWords);
  return (name) => {
    const phrase = `setting_${name}`;
    return isKnown(phrase) ? t(phrase) : name;
  };
}

function isKnown(phrase: string): phrase is Known {
  return Object.hasOwn(operatorUpstreamWords, phrase);
}
