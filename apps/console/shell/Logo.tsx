/** The platform's logo, or the product's own mark. Decorative: the name is always next to it. */
export function Logo({ src, size = 28 }: { src: string | null; size?: number }) {
  if (src !== null && src !== '')
    return <img src={src} alt="" width={size} height={size} style={{ borderRadius: 6, objectFit: 'contain' }} />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-5)" />
      <g fill="#fff">
        <rect x="7" y="17" width="4" height="8" rx="1.5" />
        <rect x="14" y="12" width="4" height="13" rx="1.5" />
        <rect x="21" y="7" width="4" height="18" rx="1.5" />
      </g>
    </svg>
  );
}
