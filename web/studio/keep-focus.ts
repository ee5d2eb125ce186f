// An act often takes its own button away, and the focus with it. Then the focus goes on to the row, or to the one that
// came in its place, or to what stands beside or above: whoever works without a mouse stays where they were.

/** A ref for a button that may go away with what it does. */
export function keepFocus(button: HTMLElement | null): () => void {
  return () => {
    if (!button || document.activeElement !== button) return;
    const row = button.closest("li");
    // a button that is not in a row may stand beneath a list, and bring more rows
    const list = row ? row.parentElement : button.previousElementSibling?.closest("ul, ol");
    const place = row && list ? [...list.children].indexOf(row) : (list?.childElementCount ?? 0);
    const around: HTMLElement[] = [];
    for (let one = button.parentElement; one; one = one.parentElement) around.push(one);
    // once the page is as it will be
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      const beside = list?.children[Math.min(place, list.children.length - 1)];
      const left = around.find(({ isConnected }) => isConnected);
      const group = left?.closest("fieldset")?.querySelector("select, input, button");
      const heading = left?.closest("section:has(h2)")?.querySelector("h2");
      const target = [row, beside, group, heading, document.querySelector("h1")].find((one) => one?.isConnected);
      if (!(target instanceof HTMLElement)) return;
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus();
    });
  };
}
