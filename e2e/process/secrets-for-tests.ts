/** Planted secrets, and the search for them in what a server stores and logs: plain, in base64 and in hex. */
import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '#foundation/server/postgres/database.ts';

export class PlantedSecrets {
  readonly #byName = new Map<string, Buffer>();

  /** Records the secret and returns it. Names and secrets must be unique. */
  plant<Secret extends string | Uint8Array>(name: string, secret: Secret): Secret {
    const bytes = Buffer.from(secret);
    if (bytes.length < 6) throw new Error(`${name} is too short to search for: ${bytes.toString()}`);
    if (this.#byName.has(name)) throw new Error(`${name} was planted before`);
    if ([...this.#byName.values()].some((other) => other.equals(bytes))) throw new Error(`${name} equals another one`);
    this.#byName.set(name, bytes);
    return secret;
  }

  /** Plants a random password. */
  word(name: string): string {
    return this.plant(name, `P${randomBytes(6).toString('hex')}`);
  }

  /** Plants six random digits. */
  digits(name: string): string {
    return this.plant(name, String(randomInt(100_000, 1_000_000)));
  }

  get count(): number {
    return this.#byName.size;
  }

  /** Returns the names of the secrets that the text contains. */
  foundIn(text: string): string[] {
    // Fractions of a second would look like six-digit codes.
    const timeless = text.replaceAll(/(\d\d:\d\d:\d\d)\.\d+/g, '$1');
    return [...this.#byName].filter(([, secret]) => shows(timeless, secret)).map(([name]) => name);
  }
}

function shows(text: string, secret: Buffer): boolean {
  const plain = secret.toString('utf8');
  // A few digits occur in many longer numbers.
  if (/^\d{1,8}$/.test(plain) && !new RegExp(`(?<![\\dA-Za-z])${plain}(?![\\dA-Za-z])`).test(text))
    return encoded(secret).some((form) => text.includes(form));
  return [plain, ...encoded(secret)].some((form) => text.includes(form));
}

function encoded(secret: Buffer): string[] {
  const hex = secret.toString('hex');
  const inBase64 = secret.length < 12 ? [secret.toString('base64').replace(/=+$/, '')] : alignments(secret);
  const forms = inBase64.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
  // The dump shows bytes as hex, so a text stored as bytes appears as hex, in each of its forms.
  return [hex, hex.toUpperCase(), ...forms, ...[hex, ...forms].map((form) => Buffer.from(form).toString('hex'))];
}

/** The parts of the secret's base64 that appear at any position inside a longer base64 text. */
function alignments(secret: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), secret]);
    const first = before === 0 ? 0 : 4;
    return whole.toString('base64').slice(first, Math.floor(whole.length / 3) * 4);
  });
}

/** Returns every row of every table as text; bytes as hex. */
export async function dumpOf({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_' order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
