/**
 * Moves the clock of a process a day ahead, for journeys that go on the next day. A server loads it before its own code,
 * by `NODE_OPTIONS`.
 */
const DAY_MS = 86_400_000;

globalThis.Date = new Proxy(Date, {
  construct: (date, given: unknown[], made) =>
    Reflect.construct(date, given.length === 0 ? [date.now() + DAY_MS] : given, made) as Date,
  get: (date, name) => (name === 'now' ? () => date.now() + DAY_MS : (Reflect.get(date, name) as unknown)),
});
