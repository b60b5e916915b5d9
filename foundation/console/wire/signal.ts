/**
 * Lets code outside React reach the screen. A signal is an event, which only the current listeners receive. A cell
 * holds a value that components follow.
 */
import { useSyncExternalStore } from 'react';

export interface Signal<Payload> {
  emit(payload: Payload): void;
  /** Returns a function that stops listening. */
  listen(listener: (payload: Payload) => void): () => void;
}

export function signal<Payload>(): Signal<Payload> {
  const listeners = new Set<(payload: Payload) => void>();
  return {
    emit: (payload) => [...listeners].forEach((listener) => listener(payload)),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export interface Cell<Value> {
  get(): Value;
  set(value: Value): void;
  listen(listener: () => void): () => void;
}

export function cell<Value>(first: Value): Cell<Value> {
  let value = first;
  const changed = signal<void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changed.emit();
    },
    listen: changed.listen,
  };
}

export function useCell<Value>(source: Cell<Value>): Value {
  return useSyncExternalStore(source.listen, source.get, source.get);
}
