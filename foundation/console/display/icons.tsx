/** The kit's few icons, defined here so that no page loads an icon library. Decorative: they always go with a label. */
import type { ReactNode } from 'react';

export interface IconProps {
  size?: number;
}

/** Makes an icon component from stroked paths in a 24 × 24 view box. */
export function icon(paths: ReactNode) {
  return function Icon({ size = 16 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    );
  };
}

export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1" />
  </>,
);
export const CheckIcon = icon(<path d="m5 12 5 5L20 7" />);
export const CrossIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const EyeIcon = icon(
  <>
    <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const EyeOffIcon = icon(
  <>
    <path d="M10.6 5.1A10 10 0 0 1 12 5c6.5 0 10 7 10 7a17 17 0 0 1-3.2 4M6.6 6.6A17 17 0 0 0 2 12s3.5 7 10 7a10 10 0 0 0 5.4-1.6" />
    <path d="M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18" />
  </>,
);
export const ChevronRightIcon = icon(<path d="m9 6 6 6-6 6" />);
export const ChevronLeftIcon = icon(<path d="m15 6-6 6 6 6" />);
export const ChevronUpIcon = icon(<path d="m6 15 6-6 6 6" />);
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />);
export const ChevronsLeftIcon = icon(<path d="m12 6-6 6 6 6M18 6l-6 6 6 6" />);
export const ChevronsRightIcon = icon(<path d="m6 6 6 6-6 6M12 6l6 6-6 6" />);
export const SortUpIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />);
export const SortDownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);
export const SortNoneIcon = icon(<path d="m8 9 4-4 4 4M8 15l4 4 4-4" />);
export const ColumnsIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="16" rx="2" />
    <path d="M9 4v16M15 4v16" />
  </>,
);
export const MoreIcon = icon(
  <>
    <circle cx="5" cy="12" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="19" cy="12" r="1" />
  </>,
);
export const RefreshIcon = icon(
  <>
    <path d="M20 11a8 8 0 0 0-14.5-3.5L3 10" />
    <path d="M3 4v6h6M4 13a8 8 0 0 0 14.5 3.5L21 14" />
    <path d="M21 20v-6h-6" />
  </>,
);
export const FilterIcon = icon(<path d="M4 5h16M7 12h10M10 19h4" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="7" />
    <path d="m20 20-3.5-3.5" />
  </>,
);
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5" width="16" height="16" rx="2" />
    <path d="M16 3v4M8 3v4M4 11h16" />
  </>,
);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 8v4M12 16h.01" />
  </>,
);
export const InboxIcon = icon(
  <>
    <path d="M4 4h16v16H4z" />
    <path d="M4 13h4l1.5 3h5L16 13h4" />
  </>,
);
export const GlobeIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3a14 14 0 0 1 0 18 14 14 0 0 1 0-18Z" />
  </>,
);
