// The greeting on hovering the profile picture, by the local time of the browser.
import { words } from "./words.ts";

export function greet(name: string, now: Date): string {
  return words.greeting[partOfDay(now.getHours())](name);
}

function partOfDay(hour: number): keyof typeof words.greeting {
  if (hour >= 2 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}
