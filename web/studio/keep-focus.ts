// An action often removes its own button, and the focus with it. Then the focus moves to the row, to the row that took
// its place, or to what is beside or above it, so that keyboard users do not start again at the top of the page.

/** A ref for a button that its own action may remove. */
export function keepFocus(button: HTMLElement | null): () => void {
  return () => {
    if (!button || document.activeElement !== button) return;
    const row = button.closest("li");
    // a button outside of a row may be the "Show more" below a list
    const list = row ? row.parentElement : button.previousElementSibling?.closest("ul, ol");
    const place = row && list ? [...list.children].indexOf(row) : (list?.childElementCount ?? 0);
    const around: HTMLElement[] = [];
    for (let one = button.parentElement; one; one = one.parentElement) around.push(one);
    // after React has updated the page
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      const beside = list?.children[Math.min(place, list.children.length - 1)];
      const left = around.find(({ isConnected }) => isConnected);
      const group = [...(left?.closest("fieldset")?.querySelectorAll("select, input, button") ?? [])].find(isInSight);
      const heading = left?.closest("section:has(h2)")?.querySelector("h2");
      const target = [row, beside, group, heading, document.querySelector("h1")].find(isInSight);
      if (!(target instanceof HTMLElement)) return;
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus();
    });
  };
}

function isInSight(element: Element | null | undefined): boolean {
  return element?.checkVisibility() ?? false;
}
