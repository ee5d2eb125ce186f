// How a song is written down. A line is one bar, or several with | between them, each divided evenly into what it says:
// . is a rest, - holds on, 2 is a note of the chord, c all of it, e5 a note by its name, x a beat of a drum, and X a loud one.

export interface Played {
  /** In bars. */
  at: number;
  length: number;
  pitch: number;
  accent: number;
}

interface Chord {
  root: number;
  notes: readonly number[];
}

const kinds: Record<string, readonly number[]> = {
  "": [0, 4, 7],
  m: [0, 3, 7],
  "7": [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  sus: [0, 5, 7],
  add9: [0, 4, 7, 14],
};

export function findChord(name: string): Chord {
  const [, letter = "C", kind = ""] = /^([A-G][#b]?)(.*)$/.exec(name) ?? [];
  const notes = kinds[kind];
  if (!notes) throw new Error(`no such chord: ${name}`);
  return { root: 48 + findPitch(letter.toLowerCase()), notes };
}

/** Of c it is 0, of b 11. */
function findPitch(letter: string): number {
  const natural = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }[letter[0] ?? ""] ?? 0;
  return natural + (letter[1] === "#" ? 1 : letter[1] === "b" ? -1 : 0);
}

export function readLine(
  line: string,
  { bar, chord, octave }: { bar: number; chord: Chord; octave: number },
): Played[] {
  const bars = line.split("|");
  const words = (bars[bar % bars.length] ?? "").trim().split(/\s+/);
  return words.flatMap((word, index) => {
    if (word === "." || word === "-") return [];
    let held = 1;
    while (words[index + held] === "-") held += 1;
    const played = { at: index / words.length, length: held / words.length, accent: word === "X" ? 1.5 : 1 };
    return findPitches(word, chord).map((pitch) => ({ ...played, pitch: pitch + octave * 12 }));
  });
}

function findPitches(word: string, { root, notes }: Chord): number[] {
  if (/^[xX]$/.test(word)) return [48];
  // close together, whatever the chord: so that its notes move little from one to the next
  if (word === "c") return notes.map((note) => 55 + ((root + note - 55 + 120) % 12));
  if (/^\d+$/.test(word)) {
    const step = Number(word);
    return [root + (notes[step % notes.length] ?? 0) + 12 * Math.floor(step / notes.length)];
  }
  const [, letter = "c", height = "4"] = /^([a-g][#b]?)(\d)$/.exec(word) ?? [];
  return [12 * (Number(height) + 1) + findPitch(letter)];
}
