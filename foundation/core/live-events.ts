/**
 * Live events, which tell open consoles that something changed. Each feature adds its own to this interface in its
 * `facts.ts`: the event's name and its payload.
 */

// An interface, because only an interface can be extended from other modules.
export interface LiveEvents {
  /**
   * Events may have been missed: the console's stream is open again after a break, or the server hears the other
   * processes again.
   */
  resumed: undefined;
}

/** What a server can publish. */
export type LiveEventName = Exclude<keyof LiveEvents, 'resumed'>;
