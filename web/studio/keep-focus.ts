// An act often takes its own button away, and the focus with it. Then the focus goes on to the row, or to the one that
// came in its place, or to the heading above: whoever works without a mouse stays where they were.

/** A ref for a button that may go away with what it does. */
export function keepFocus(button: HTMLElement | null): () => void {
  return () => {
    if (!button || document.activeElement !== button) return;
    const row = button.closest("li");
    const list = row?.parentElement;
    const place = row && list ? [...list.children].indexOf(row) : -1;
    const around: HTMLElement[] = [];
    for (let one = button.parentElement; one; one = one.parentElement) around.push(one);
    // once the page is as it will be
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      const beside = list?.children[Math.min(place, list.children.length - 1)];
      const section = around.find(({ isConnected }) => isConnected)?.closest("section");
      const target = [row, beside, section?.querySelector("h2"), document.querySelector("h1")].find(
        (one) => one?.isConnected,
      );
      if (!(target instanceof HTMLElement)) return;
      target.tabIndex = -1;
      target.focus();
    });
  };
}
