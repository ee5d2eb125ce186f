// What links may give at all: what members of some level may watch. Links to what only editors see work for nobody.
// Whether the member who made a link may watch the recording is decided at each request.
import { everyLevel, type Audience } from "#server/access/visible.ts";

export const momentAudience: Audience = everyLevel;
