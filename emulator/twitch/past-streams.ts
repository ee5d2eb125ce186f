// The broadcaster's videos of past streams, and the markers that were set in them.

type Marker = { positionSeconds: number; description: string };

export type PastStream = { id: string; title: string; createdAt: string; durationSeconds: number; markers: Marker[] };

export function createPastStreams(): PastStream[] {
  return [
    {
      id: "335921245",
      title: "An evening at the lamp room",
      createdAt: "2026-10-11T18:00:00Z",
      durationSeconds: 11_313,
      markers: [
        { positionSeconds: 244, description: "Opening Night" },
        { positionSeconds: 531, description: "Paper Boats (The Sailors cover)" },
        // Twitch lets a marker have no description
        { positionSeconds: 874, description: "" },
      ],
    },
  ];
}

/** As Twitch writes lengths: 3h8m33s, 8m33s, 33s. */
export function sayDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return [hours > 0 ? `${hours}h` : "", hours + minutes > 0 ? `${minutes}m` : "", `${seconds % 60}s`].join("");
}

/** What the control API was told about a new video; a sentence when it is not usable. */
export function readPastStream(body: Record<string, unknown>): PastStream | string {
  const {
    id,
    title = "A stream",
    created_at,
    duration_seconds,
    markers = [],
  } = body as {
    id?: string;
    title?: string;
    created_at?: string;
    duration_seconds?: number;
    markers?: { position_seconds: number; description?: string }[];
  };
  if (typeof id !== "string" || !/^\d+$/.test(id)) return "id must be digits.";
  if (typeof created_at !== "string" || Number.isNaN(Date.parse(created_at))) return "created_at must be a date.";
  if (typeof duration_seconds !== "number") return "duration_seconds must be a number.";
  return {
    ...{ id, title, createdAt: created_at, durationSeconds: duration_seconds },
    markers: markers.map(({ position_seconds, description = "" }) => ({
      positionSeconds: position_seconds,
      description,
    })),
  };
}
