/** The strength of the password being typed, as bars and as a word. */
import { useWords } from '#foundation/console/page/words.tsx';
import { passwordStrength, type Strength } from '../../password-strength.ts';
import { userScreenWords } from '../../screen-words.ts';
import classes from './PasswordStrength.module.css';

const bars: Record<Strength, number> = { weak: 1, fair: 2, good: 3, strong: 4 };

export function PasswordStrength({ password, username }: { password: string; username: string }) {
  const t = useWords(userScreenWords);
  if (password === '') return null;
  const strength = passwordStrength(password, username);
  const word = t(`strength_${strength}`);
  return (
    <div className={classes.root} data-strength={strength}>
      <div
        className={classes.bars}
        role="meter"
        aria-label={t('strength')}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={bars[strength]}
        aria-valuetext={word}
      >
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= bars[strength] || undefined} />
        ))}
      </div>
      <span className={classes.label}>{word}</span>
    </div>
  );
}
