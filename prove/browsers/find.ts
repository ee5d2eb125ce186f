// Finds an element as a person would: by what it is and by its name. This function runs in the page.
export interface Wanted {
  role:
    | "alert"
    | "article"
    | "button"
    | "dialog"
    | "heading"
    | "link"
    | "option"
    | "region"
    | "status"
    | "switch"
    | "textbox";
  /** The whole name, or with `begins` only its beginning. */
  name: string;
  begins?: boolean;
  /** Only inside an article or a row that contains this text. */
  inside?: string;
}

export interface Found {
  x: number;
  y: number;
  text: string;
  value: string;
  /** As for switches and for buttons that stay pressed. */
  isOn: boolean;
  /** It does not react at the moment. */
  isDisabled: boolean;
  /** What is over its centre, if that is not itself; a click would go there. */
  coveredBy: string | null;
}

export function findInPage({ role, name, begins = false, inside }: Wanted): Found | null {
  const selectors: Record<Wanted["role"], string> = {
    alert: "[role=alert]",
    article: "article",
    button: "button, [role=button]",
    dialog: "dialog[open], [role=dialog]",
    heading: "h1, h2, h3",
    link: "a[href]",
    option: "label:has(input[type=radio])",
    region: "section[aria-label]",
    status: "[role=status]",
    switch: "[role=switch]",
    textbox: "input[type=text], input[type=search], input[type=datetime-local], textarea",
  };
  const tidy = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (element: Element) => {
    const labelled = element.getAttribute("aria-labelledby");
    const labels = (element as HTMLInputElement).labels;
    if (labelled)
      return tidy(
        labelled
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      );
    if (element.hasAttribute("aria-label")) return tidy(element.getAttribute("aria-label"));
    return tidy(labels?.length ? labels[0]?.textContent : element.textContent);
  };
  const fits = (text: string) => (begins ? text.startsWith(name) : text === name);
  const isInside = (element: Element) =>
    inside === undefined || (element.closest("article, li")?.textContent?.includes(inside) ?? false);
  const element = Array.from(document.querySelectorAll<HTMLElement>(selectors[role])).find(
    (one) => one.checkVisibility({ visibilityProperty: true }) && fits(nameOf(one)) && isInside(one),
  );
  if (!element) return null;
  const look = () => {
    const { left, width, top: upper, height, bottom } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, upper + height / 2];
    const top = document.elementFromPoint(x, y);
    const isFree =
      top !== null && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
    return { x, y, top, isFree, isWhole: upper >= 0 && bottom <= innerHeight };
  };
  // a person scrolls to what is outside of the window, or under the header
  if (!look().isWhole || !look().isFree) element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, top, isFree } = look();
  return {
    x,
    y,
    text: tidy(element.textContent),
    value: (element as HTMLInputElement).value ?? "",
    isOn:
      ["aria-pressed", "aria-checked"].some((state) => element.getAttribute(state) === "true") ||
      (element as HTMLInputElement).checked,
    isDisabled: element.matches(":disabled, [aria-disabled=true]"),
    coveredBy: isFree ? null : `${top?.tagName.toLowerCase() ?? "nothing"} ${tidy(top?.textContent).slice(0, 40)}`,
  };
}
