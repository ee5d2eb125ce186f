// What kind of device this is: it decides how audio keeps playing on a locked screen.

export function isPhone(): boolean {
  return isAppleTouch() || (matchMedia("(pointer: coarse)").matches && /Android|Mobile/.test(navigator.userAgent));
}
/** An iPad says it is a Macintosh, but no Macintosh has a touch screen. */
export function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
