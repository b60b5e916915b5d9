/**
 * Finds the setting that an unknown name was meant to be. Only near misses count: the machine's environment is full of
 * other programs' names, and none of them may stop the start.
 */

/** Returns the settings that `name` nearly matches; none for an unrelated name. `name` itself is not a setting. */
export function similarSettings(name: string, known: readonly string[]): string[] {
  const near = known.filter((setting) => isSimilar(name, setting));
  if (near.length > 0) return near;
  if (!ours.test(name.toUpperCase())) return [];
  const [word] = name.toUpperCase().split('_', 1);
  return known.filter((setting) => setting.split('_', 1)[0] === word);
}

/** One letter too many, too few or wrong, or two letters swapped; ignores case and `_`. */
export function isSimilar(name: string, other: string): boolean {
  const [one, two] = [normalized(name), normalized(other)];
  const shorter = Math.min(one.length, two.length);
  if (Math.max(one.length, two.length) > shorter + 1) return false;
  let same = 0;
  while (same < shorter && one[same] === two[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && one.at(-1 - sameAtEnd) === two.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const [left, right] = [one.slice(same, one.length - sameAtEnd), two.slice(same, two.length - sameAtEnd)];
  const areSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return areSwapped || (left.length <= 1 && right.length <= 1);
}

/**
 * Prefixes that only this product would use. As short as possible, but longer where others use them: systemd gives its
 * services NOTIFY_SOCKET, and machines in a cloud have a PUBLIC_IP and a MASTER_HOST.
 */
const ours =
  /^(PUBLIC_U|DATABASE_U|DATA_D|MASTER_K|DEMO_|CAPTCHA_|GEETEST_|SMS_|OUTBOUND_|TRUSTED_PROX|NOTIFY_W|LOG_LEV|METRICS_P)/;

function normalized(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
