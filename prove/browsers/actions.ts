// Pointer and keyboard as the WebDriver standard describes them; Firefox and WebKit understand the same description.
import type { Place } from "./driver.ts";

const keys: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Control: "\uE009",
  Escape: "\uE00C",
};

export function movePointer(place: Place): object[] {
  return [pointer([moveTo(place)])];
}

export function clickPointer(place: Place): object[] {
  return [pointer([moveTo(place), { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }])];
}

/** "a", "Enter" or "Control+a". */
export function pressKey(key: string): object[] {
  const held = key.length > 1 ? key.split("+").map((part) => keys[part] ?? part) : [key];
  const down = held.map((value) => ({ type: "keyDown", value }));
  return [keyboard([...down, ...held.toReversed().map((value) => ({ type: "keyUp", value }))])];
}

export function typeText(text: string): object[] {
  return [
    keyboard(
      Array.from(text).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    ),
  ];
}

function moveTo({ x, y }: Place): object {
  return { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 };
}

function pointer(actions: object[]): object {
  return { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
}

function keyboard(actions: object[]): object {
  return { type: "key", id: "keyboard", actions };
}
