// What a member reads in place of a recording that needs a higher level.
export const words = {
  title: (level: string) => `This recording is for the level ${level}.`,
  own: (level: string) => `Your level is ${level}.`,
  upgrade: (level: string) => `Get ${level}`,
} as const;
