import type { StoredFile } from '#contract/files/files.schema.ts'
import type { KeptJob } from '#web/outbox/outbox.ts'

/**
 * `waiting`: for its turn. `sending`: bytes are going. `paused`: by the person, or something is asked of them.
 * `offline`: no answer, tried again by itself. `done`: the server has the whole file. `failed`: it will not have it.
 */
export type UploadPhase = 'waiting' | 'sending' | 'paused' | 'offline' | 'done' | 'failed'

/** A file on its way to the server, as screens show it. */
export interface Upload {
  key: string
  /** What it is for, as the form that began it says: `task:12`. */
  target: string
  /** The film that captions were chosen for, by its address in the text. */
  film: string | null
  name: string
  type: string
  /** In bytes, as is `sent`. */
  size: number
  sent: number
  /** In bytes a second; null while it is unknown. */
  speed: number | null
  phase: UploadPhase
  /** Why it is offline, paused by itself or failed: a sentence for people. */
  problem: string | null
  /** It has failed, but the same file may succeed later. */
  mayRetry: boolean
  /** Its bytes are lost: the person has to choose the file again, see `chooseAgain`. */
  needsFile: boolean
  /** The resulting file, once `done`. */
  file: StoredFile | null
}

/** What the device keeps of an upload; its bytes are kept beside it. */
export interface KeptUpload extends KeptJob {
  target: string
  /** What an earlier build has kept has none. */
  film?: string | null
  name: string
  type: string
  size: number
  /** `lastModified` of the file: tells it from another one of the same name. */
  modified: number
  /** The allowed types that the server checks again, comma separated. */
  accept: string | null
  /** Where the server takes its bytes; null until it has answered. */
  url: string | null
  sent: number
  paused: boolean
  /** Why the server will not have it. */
  refused: string | null
  /** Whether it may have it later. */
  mayRetry?: boolean
  file: StoredFile | null
}

/** What a person does to an upload, in whichever tab. */
export type Command = 'pause' | 'resume' | 'cancel'

/** Whether it continues by itself: nobody has to do anything about it. */
export const isRunning = ({ phase }: Upload) => phase === 'waiting' || phase === 'sending' || phase === 'offline'
