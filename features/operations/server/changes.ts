/** How the audit log tells what an operator changed. */

type Told = string | number | boolean | null;

/** `percent 0.1 → 0.2, maxFee none → 5.00`; empty if nothing differs. */
export function changesOf(before: Readonly<Record<string, Told>>, after: Readonly<Record<string, Told>>): string {
  return Object.keys(after)
    .flatMap((name) => {
      const [was, is] = [textOf(before[name]), textOf(after[name])];
      return was === is ? [] : [`${name} ${was} → ${is}`];
    })
    .join(', ');
}

function textOf(value: Told = null): string {
  return value === null ? 'none' : String(value);
}
