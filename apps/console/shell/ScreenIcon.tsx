/** The icons that a screen can name for its menu entry. */
import { icon, type IconProps } from '#foundation/console/display/icons.tsx';

const icons = {
  dashboard: icon(
    <>
      <rect x="4" y="4" width="6" height="8" rx="1" />
      <rect x="4" y="16" width="6" height="4" rx="1" />
      <rect x="14" y="12" width="6" height="8" rx="1" />
      <rect x="14" y="4" width="6" height="4" rx="1" />
    </>,
  ),
  user: icon(
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M5 20a7 7 0 0 1 14 0" />
    </>,
  ),
  channel: icon(
    <>
      <circle cx="6" cy="6" r="2.5" />
      <circle cx="6" cy="18" r="2.5" />
      <circle cx="18" cy="12" r="2.5" />
      <path d="M8.5 6H12a3 3 0 0 1 3 3v.5M8.5 18H12a3 3 0 0 0 3-3v-.5" />
    </>,
  ),
  agent: icon(
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M3 20a6 6 0 0 1 12 0M16 4.6a3.5 3.5 0 0 1 0 6.8M18 14.6a6 6 0 0 1 3 5.4" />
    </>,
  ),
  money: icon(
    <>
      <path d="M5 4h11a2 2 0 0 1 2 2v2M4 6v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H6a2 2 0 0 1-2-2Z" />
      <path d="M16.5 14h.01" />
    </>,
  ),
  orders: icon(
    <>
      <path d="M6 3h12v18l-3-2-3 2-3-2-3 2Z" />
      <path d="M9.5 8h5M9.5 12h5" />
    </>,
  ),
  statement: icon(
    <>
      <path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8Z" />
      <path d="M14 3v5h5M9 13h6M9 17h6" />
    </>,
  ),
  payout: icon(<path d="M3 21h18M4 10h16M12 3l8 5v2H4V8Zm-6 7v8m4-8v8m4-8v8m4-8v8" />),
  settings: icon(
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>,
  ),
  operator: icon(
    <>
      <path d="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6Z" />
      <path d="m9.5 12 2 2 3.5-3.5" />
    </>,
  ),
  logs: icon(
    <>
      <path d="M4 5v5h5" />
      <path d="M4.5 14a8 8 0 1 0 .6-6.5L4 10M12 8v4l3 2" />
    </>,
  ),
};

const Dot = icon(<circle cx="12" cy="12" r="3" />);

export function ScreenIcon({ name, size = 18 }: IconProps & { name: string | undefined }) {
  const Icon = icons[name as keyof typeof icons] ?? Dot;
  return <Icon size={size} />;
}
