// What people read on the storage page. The sentences about damaged files come from the server.
import { sayCount } from "#web/studio/format.ts";

export const words = {
  what: "the storage figures",
  full: {
    title: "Storage is almost full",
    text: ({ free, reserve }: { free: string; reserve: string }) =>
      `Free space is down to ${free}; at least ${reserve} must stay free. Uploads are refused until there is more space. Add space, or delete recordings and empty the trash. Nothing is deleted automatically to make space.`,
  },
  damaged: (count: number) => `${sayCount(count, "file")} missing or damaged`,
  numbers: { used: "Used", free: "Free", trash: "In the trash" },
  kinds: {
    title: "By kind",
    names: { originals: "Originals", video: "Video", audio: "Audio", images: "Images" },
    files: (count: number) => sayCount(count, "file"),
  },
  biggest: { title: "Biggest recordings", none: "No recordings yet." },
  growth: {
    title: "Added per month",
    month: "Month",
    added: "Added",
    total: "Total",
    bar: ({ month, added, total }: { month: string; added: string; total: string }) =>
      `${month}: ${added} added, ${total} in total`,
    caption: (most: string, total: string) => `Most in one month: ${most}. Total: ${total}.`,
    nothing: "Nothing has been added yet.",
    chart: ({ first, last, before, after }: Record<"first" | "last" | "before" | "after", string>) =>
      `Bar chart from ${first} to ${last}: the archive grew from ${before} to ${after}.`,
  },
} as const;
