/** Decorative drawings of what each photo must show: the card's front with the face, its back with the emblem. */
import classes from './CertificationScreen.module.css';

export function CardFront() {
  return (
    <svg className={classes.sketch} viewBox="0 0 214 135" aria-hidden="true" focusable="false">
      <path d="M20 30h62M20 46h44M20 62h74M20 78h58M20 110h94" />
      <rect x="136" y="26" width="58" height="74" rx="6" />
      <circle cx="165" cy="54" r="13" />
      <path d="M145 100c0-14 8-22 20-22s20 8 20 22" />
    </svg>
  );
}

export function CardBack() {
  return (
    <svg className={classes.sketch} viewBox="0 0 214 135" aria-hidden="true" focusable="false">
      <circle cx="42" cy="40" r="20" />
      <path d="m42 28 3.6 7.6 8.4 1-6.2 5.7 1.7 8.2-7.5-4.2-7.5 4.2 1.7-8.2-6.2-5.7 8.4-1ZM80 32h108M80 50h76M20 92h60M96 92h98M20 110h60M96 110h70" />
    </svg>
  );
}
