// What people read about levels on the home page: members on locked cards, editors where they choose a level.
export const words = {
  upgrade: (level: string) => `Get ${level}`,
  upgradeFor: (level: string, title: string) => `Get ${level} to watch ${title}`,
  level: "Level",
  keep: "No change",
  early: "Early access ends (in your time zone)",
  earlyHint: "From then on, members of a lower level may watch, too. Leave the date empty to keep the level.",
  opensLevel: "Level after early access",
  opensAt: (name: string, when: string) => `${name}, until ${when}`,
  setMany: (count: number) => `Set the level of ${count === 1 ? "1 recording" : `${count} recordings`}`,
  manySet: (name: string) => (count: number) =>
    count === 1 ? `1 recording now has the level ${name}.` : `${count} recordings now have the level ${name}.`,
} as const;
