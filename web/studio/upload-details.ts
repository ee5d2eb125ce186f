// Title and date of an upload: guessed from the file's name, typed over by a person, and never lost on the way.
import type { GuessedDescription } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import {
  changeItem,
  type Details,
  findItem,
  listUnsaid,
  type UploadItem,
  useUploads,
  toSaid,
} from "./upload-items.ts";
import { rememberUpload } from "./upload-memory.ts";
import { correctVideo } from "./upload-correct.ts";

const restMs = 600;
const mostNames = 200;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
