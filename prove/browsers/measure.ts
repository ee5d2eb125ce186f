// Measures the boxes of what is visible and tells what is wrong with them, as sentences. This function runs in the page.
export function measurePage(): string[] {
  const faults: string[] = [];
  const tell = (element: Element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim();
    return `${element.tagName.toLowerCase()} “${words.slice(0, 40)}”`;
  };
  const round = Math.round;
  const isSpoken = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (getComputedStyle(one).clipPath === "inset(50%)") return true;
    return false;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isSpoken(element);

  // without the scrollbar, where a browser shows one
  const innerWidth = document.documentElement.clientWidth;
  const surplus = document.documentElement.scrollWidth - innerWidth;
  if (surplus > 0) faults.push(`the page is ${surplus} px too wide`);

  for (const element of document.querySelectorAll(".visually-hidden")) {
    const { width, height } = element.getBoundingClientRect();
    if (width > 1.5 || height > 1.5)
      faults.push(`${tell(element)} is for screen readers only, but is ${round(width)} x ${round(height)} px`);
  }

  measureHeader();
  for (const open of document.querySelectorAll<HTMLElement>(":popover-open, dialog[open]")) measureOpen(open);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) measureText(node as Text);
  return [...new Set(faults)];

  /** Nothing but a modal dialog may be over it. */
  function measureHeader(): void {
    const header = document.querySelector("header");
    if (!header || document.querySelector("dialog:modal")) return;
    const box = header.getBoundingClientRect();
    for (let x = box.left + 4; x < box.right; x += 16)
      for (const y of [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4]) {
        const top = document.elementFromPoint(x, y);
        if (top && !header.contains(top) && !top.contains(header))
          return void faults.push(`the header is covered by ${tell(top)}`);
      }
  }

  /** A menu, a message or a dialog: within the window, about as high as what is in it, and its beginning is visible. */
  function measureOpen(open: HTMLElement): void {
    const box = open.getBoundingClientRect();
    if (!isShown(open) || box.height === 0) return;
    if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      faults.push(`${tell(open)} is partly outside of the window`);
    const parts = Array.from(open.querySelectorAll<HTMLElement>("*")).filter(
      (part) => isShown(part) && (part.matches("button, input, label, svg") || hasOwnText(part)),
    );
    const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 1);
    if (boxes.length === 0) return;
    const top = Math.min(...boxes.map((part) => part.top));
    const bottom = Math.max(...boxes.map((part) => part.bottom));
    const mostSpace = 100;
    if (top - box.top + Math.max(0, box.bottom - bottom) > mostSpace)
      faults.push(`${tell(open)} is ${round(box.height)} px high, but what is in it only ${round(bottom - top)} px`);
    if (open.scrollTop === 0 && top < box.top - 1) faults.push(`the beginning of ${tell(open)} is cut off`);
  }

  function hasOwnText(element: Element): boolean {
    return Array.from(element.childNodes).some((node) => node instanceof Text && node.data.trim() !== "");
  }

  /** Text is inside of its button, of the window, and of everything that cuts off what is larger. */
  function measureText(text: Text): void {
    const owner = text.parentElement;
    if (text.data.trim() === "" || !owner || owner.closest("script, style, noscript, svg, option, title")) return;
    if (!isShown(owner)) return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width === 0) return;
    const control = owner.closest("button, a, label, summary");
    const around = control?.getBoundingClientRect();
    for (let one: Element | null = owner; one && control?.contains(one); one = one.parentElement)
      if (isShortened(getComputedStyle(one))) return;
    if (control && around && control.getClientRects().length === 1 && sticksOut(box, around, { x: 1.5, y: 4 }))
      faults.push(`the text of ${tell(control)} does not fit into it`);
    for (let one: HTMLElement | null = owner; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (isShortened(style)) return;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return;
      const isClipping = /hidden|clip/.test(style.overflowX + style.overflowY);
      if (isClipping && sticksOut(box, one.getBoundingClientRect(), { x: 1.5, y: 4 }))
        return void faults.push(`text is cut off: “${text.data.trim().slice(0, 40)}” in ${tell(one)}`);
      if (style.position === "fixed") break;
    }
    if (box.left < -1 || box.right > innerWidth + 1)
      faults.push(`text is outside of the window: “${text.data.trim().slice(0, 40)}”`);
  }

  /** Cut off on purpose, with three dots. */
  function isShortened({ textOverflow, webkitLineClamp }: CSSStyleDeclaration): boolean {
    return textOverflow === "ellipsis" || webkitLineClamp !== "none";
  }

  function sticksOut(inner: DOMRect, outer: DOMRect, { x, y }: { x: number; y: number }): boolean {
    return (
      inner.left < outer.left - x ||
      inner.right > outer.right + x ||
      inner.top < outer.top - y ||
      inner.bottom > outer.bottom + y
    );
  }
}
