// Signing in by clicking, at either provider, and logging out.
import type { Person } from "./person.ts";
import type { Stage } from "./stage.ts";

export const logOut = { role: "button", name: "Log out" } as const;

/** Somebody like this persona; editors and owners are known by their own account. */
export async function signIn(person: Person, stage: Stage, persona: string): Promise<void> {
  const isOwn = persona.includes("editor") || persona.includes("owner");
  await signInAs(person, persona, isOwn ? persona : await stage.makePerson(persona));
}

export async function signInAs(person: Person, persona: string, account: string): Promise<void> {
  await person.visit("/");
  const provider = persona.startsWith("patron-") ? "Patreon" : "Twitch";
  await person.press({ role: "button", name: `Login with ${provider}` });
  const button = { role: "button", name: persona, begins: true } as const;
  await person.see(button);
  await person.driver.run(
    (from, to) => document.querySelector(`button[value="${from}"]`)?.setAttribute("value", to),
    persona,
    account,
  );
  await person.press(button);
  await person.see(logOut);
}

export async function loginsJourney(person: Person, stage: Stage): Promise<void> {
  for (const persona of ["patron-gold", "twitch-tier1"]) {
    await signIn(person, stage, persona);
    await person.see({ role: "switch", name: "Audio Only" });
    await person.see({ role: "link", name: "Café at midnight" });
    await person.press(logOut);
    await person.see({ role: "button", name: "Login with Twitch" });
    await person.miss({ role: "switch", name: "Audio Only" });
  }
}

export async function notFoundJourney(person: Person): Promise<void> {
  await person.visit("/nowhere/at/all");
  await person.until("the text of the page", () =>
    person.driver.run(() => document.body.textContent?.includes("Oh no, this page was not found!")),
  );
  await person.until("the address is /404", () => person.driver.run(() => location.pathname === "/404"));
}
