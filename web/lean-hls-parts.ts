// Replaces the parts of hls.js that our recordings never need, and the four packages its sources import.
// Used by lean-hls.ts only.

/** A demuxer that recognises nothing, a controller that controls nothing. */
export default class Nothing {
  static probe(): boolean {
    return false;
  }
  destroy(): void {}
  detach(): void {}
  abort(): void {}
  reset(): void {}
  loadClear(): null {
    return null;
  }
}

type Listener = (...data: unknown[]) => unknown;
interface Heard {
  listener: Listener;
  context: unknown;
  isOnce: boolean;
}

/** eventemitter3, as far as hls.js calls it. */
export class EventEmitter {
  private readonly heard = new Map<string, Heard[]>();

  on(event: string, listener: Listener, context: unknown = this, isOnce = false): this {
    this.heard.set(event, [...this.listenersOf(event), { listener, context, isOnce }]);
    return this;
  }
  once(event: string, listener: Listener, context: unknown = this): this {
    return this.on(event, listener, context, true);
  }
  off(event: string, listener?: Listener, context?: unknown, isOnce?: boolean): this {
    const rest = this.listenersOf(event).filter(
      (one) =>
        listener !== undefined &&
        (one.listener !== listener ||
          (context !== undefined && one.context !== context) ||
          (isOnce === true && !one.isOnce)),
    );
    this.heard.set(event, rest);
    return this;
  }
  emit(event: string, ...data: unknown[]): boolean {
    const all = this.listenersOf(event);
    for (const { listener, context, isOnce } of all) {
      if (isOnce) this.off(event, listener, context, true);
      listener.apply(context, data);
    }
    return all.length > 0;
  }
  removeAllListeners(event?: string): this {
    if (event === undefined) this.heard.clear();
    else this.heard.delete(event);
    return this;
  }
  listeners(event: string): Listener[] {
    return this.listenersOf(event).map(({ listener }) => listener);
  }
  listenerCount(event: string): number {
    return this.listenersOf(event).length;
  }
  private listenersOf(event: string): Heard[] {
    return this.heard.get(event) ?? [];
  }
}

/** url-toolkit: relative to absolute. */
export function buildAbsoluteURL(base: string, relative: string): string {
  return new URL(relative, new URL(base, location.href)).href;
}

/** @svta/cml-utils: only names a session. */
export function uuid(): string {
  return Math.random().toString(36).slice(2);
}

/** @svta/cml-id3. */
export function utf8ArrayToStr(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** mp4-remuxer: text in the stream, which our recordings do not have. */
export function flushTextTrackMetadataCueSamples(): undefined {}
export function flushTextTrackUserdataCueSamples(): undefined {}

/** Behind switches that lean-hls.ts turns off: only their names are needed. */
export {
  Nothing as AC3Demuxer,
  Nothing as IFrameController,
  Nothing as SubtitleStreamController,
  Nothing as TimelineController,
};
export const fetchSupported = false;
