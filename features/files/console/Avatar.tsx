/**
 * A user's picture, or the first letter of the name in `data-letter` for CSS to draw. Decorative: the name is shown
 * next to it.
 */
import { useFileUrl } from './use-file-url.ts';

export interface AvatarProps {
  /** A file's id. */
  file: string | null;
  name: string;
  /** The class that sets shape, colours and size. */
  className: string | undefined;
  size?: number;
}

export function Avatar({ file, name, className, size = 30 }: AvatarProps) {
  const { url } = useFileUrl(file);
  if (url !== undefined) return <img className={className} src={url} alt="" width={size} height={size} />;
  return <span className={className} data-letter={[...name][0]?.toUpperCase()} aria-hidden="true" />;
}
