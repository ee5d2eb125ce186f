// What the owner reads under Studio > Check-up, and above every part of the studio when something is wrong.
export const words = {
  what: "the check-up",
  title: "Check-up",
  lead: "The archive checks every day whether members can log in and watch.",
  checked: (ago: string) => `Last checked ${ago}.`,
  never: "Nothing has been checked yet. The first check begins within a minute.",
  checkNow: "Check now",
  done: (wrong: number) =>
    wrong === 0 ? "Nothing is wrong." : `${wrong === 1 ? "1 thing is" : `${wrong} things are`} wrong.`,
  states: { good: "Good:", warning: "Note:", bad: "Wrong:" },
  banner: {
    title: (wrong: number) =>
      wrong === 1 ? "Something is wrong with the archive" : `${wrong} things are wrong with the archive`,
    more: (count: number) => `And ${count} more.`,
    open: "Open the check-up",
  },
  keyCopy: {
    label: "Checksum of your copy",
    hint: "In a terminal on the computer that has the copy, type sha256sum and the name of the file, and enter here what it prints.",
    confirm: "Confirm the copy",
    confirmed: "The copy is right. Keep it in a safe place.",
  },
} as const;
