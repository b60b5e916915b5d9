/**
 * A person as a small picture, or as `data-letter`, the first of their name, for the place to draw. Decoration: the
 * name stands beside it.
 */
import { useFileUrl } from './use-file-url.ts';

export interface AvatarProps {
  /** A file's id. */
  file: string | null;
  name: string;
  /** The shape, the colours and the size: the place's own. */
  className: string | undefined;
  size?: number;
}

export function Avatar({ file, name, className, size = 30 }: AvatarProps) {
  const { url } = useFileUrl(file);
  if (url !== undefined) return <img className={className} src={url} alt="" width={size} height={size} />;
  return <span className={className} data-letter={[...name][0]?.toUpperCase()} aria-hidden="true" />;
}
