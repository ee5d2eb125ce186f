// Fingers, mouse and wheel on the waveform itself: a tap seeks, a drag moves the view, two fingers or Ctrl with the wheel zoom.
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { fitView, type View, zoomView } from "#web/player/borders/model/view.ts";

interface Surface {
  view: View;
  setView: (view: View) => void;
  duration: number;
  seek: (seconds: number) => void;
}

/** A finger that moves less than this has tapped. */
const tapPixels = 8;

export function useSurface(box: RefObject<HTMLElement | null>, { view, setView, duration, seek }: Surface) {
  const pointers = useRef(new Map<number, number>());
  const drag = useRef<{ x: number; view: View; isTap: boolean } | null>(null);
  const measure = () => box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
  const secondsAt = (x: number) => {
    const { left, width } = measure();
    return view.from + ((x - left) / Math.max(1, width)) * (view.to - view.from);
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey;
    if (!isZoom && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (isZoom) return setView(zoomView(view, 1.01 ** event.deltaY, { around: secondsAt(event.clientX), duration }));
    const by = (event.deltaX / Math.max(1, measure().width)) * (view.to - view.from);
    setView(fitView({ from: view.from + by, to: view.to + by }, duration));
  });
  useEffect(() => {
    const element = box.current;
    const listen = (event: WheelEvent) => onWheel(event);
    // React listens passively, and then the page would zoom, too
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [box]);
  const pinch = (event: PointerEvent) => {
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    const before = pointers.current.get(event.pointerId);
    if (other === undefined || before === undefined) return;
    const by = Math.max(20, Math.abs(before - other)) / Math.max(20, Math.abs(event.clientX - other));
    setView(zoomView(view, by, { around: secondsAt((event.clientX + other) / 2), duration }));
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      pointers.current.set(event.pointerId, event.clientX);
      drag.current = pointers.current.size === 1 ? { x: event.clientX, view, isTap: true } : null;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (!pointers.current.has(event.pointerId)) return;
      if (pointers.current.size > 1) pinch(event);
      pointers.current.set(event.pointerId, event.clientX);
      if (!drag.current) return;
      const moved = event.clientX - drag.current.x;
      if (Math.abs(moved) > tapPixels) drag.current.isTap = false;
      if (drag.current.isTap) return;
      const { from, to } = drag.current.view;
      const by = (-moved / Math.max(1, measure().width)) * (to - from);
      setView(fitView({ from: from + by, to: to + by }, duration));
    },
    onPointerUp(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      if (drag.current?.isTap) seek(Math.max(0, secondsAt(event.clientX)));
      drag.current = null;
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      drag.current = null;
    },
  };
}
