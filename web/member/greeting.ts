// The words on hovering the profile picture, by the hour of the person's own clock.
export function greet(name: string, now: Date): string {
  return `Good ${partOfDay(now.getHours())}, ${name} :)`;
}

function partOfDay(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 2 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}
