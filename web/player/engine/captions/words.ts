// The only text of the engine that a person can read.
export const words = {
  captions: (number: number) => `Captions ${number}`,
} as const;
