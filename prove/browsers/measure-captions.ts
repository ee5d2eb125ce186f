// Measures where the page draws its captions: readable, inside the player, and on nothing that can be pressed. Runs in the page.
export function measureCaptions(text: string): string[] {
  const player = document.querySelector("section[aria-label=Player]");
  const texts = document.createTreeWalker(player ?? document.body, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  for (let one = texts.nextNode(); one; one = texts.nextNode()) nodes.push(one);
  const node = nodes.find(({ textContent }) => textContent?.includes(text));
  if (!player || !node?.parentElement)
    return ["the captions are not drawn by the page: where they are differs between browsers"];
  const faults: string[] = [];
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getBoundingClientRect();
  const frame = player.getBoundingClientRect();
  const size = Number.parseFloat(getComputedStyle(node.parentElement).fontSize);
  if (size < 16) faults.push(`the captions are only ${size} px high`);
  if (box.top < frame.top || box.bottom > frame.bottom || box.left < frame.left || box.right > frame.right)
    faults.push("the captions are partly outside of the player");
  for (const control of player.querySelectorAll("button, [role=slider], input")) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isApart = right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
    if (!isApart) faults.push(`the captions are on ${control.getAttribute("aria-label") ?? "a button"}`);
  }
  return faults;
}
