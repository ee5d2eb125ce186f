// From one page of the studio to another by its rail, or by its menu on a phone.
import type { Locator, Page } from "@playwright/test";

interface StudioPage {
  group: string;
  /** In the rail. */
  link: string;
  /** The group itself leads there. */
  isFirst?: boolean;
}

const studioPages = {
  Recordings: { group: "Content", link: "Recordings", isFirst: true },
  Inbox: { group: "Content", link: "Inbox" },
  Upload: { group: "Content", link: "Upload" },
  Members: { group: "People", link: "Members", isFirst: true },
  Storage: { group: "Storage", link: "Use", isFirst: true },
  Cleanup: { group: "Storage", link: "Cleanup" },
  Trash: { group: "Storage", link: "Trash" },
  History: { group: "Activity", link: "History", isFirst: true },
  Looks: { group: "Settings", link: "Looks" },
} as const satisfies Record<string, StudioPage>;

/** `press` clicks, or uses the keyboard. */
export async function openInStudio(
  page: Page,
  name: keyof typeof studioPages,
  press: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  const { group, link, isFirst = false }: StudioPage = studioPages[name];
  const nav = page.getByRole("navigation", { name: "Studio" });
  const menu = page.getByRole("button", { name: /^Pages of the studio/ });
  // some have a number behind their name
  const named = (text: string) => nav.getByRole("link", { name: new RegExp(String.raw`^${text}( \d+ waiting)?$`) });
  await menu.or(nav).first().waitFor();
  if (await menu.isVisible()) {
    await press(menu);
    return press(named(link).last());
  }
  const isOpen = await named(link).isVisible();
  if (!isOpen) await press(named(group));
  if (isOpen || !isFirst) await press(named(link));
}
