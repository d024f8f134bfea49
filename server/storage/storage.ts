import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** A part of some bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Where bytes lie: a folder of this machine, or S3-compatible storage. Keys are like `avatars/x.webp`. */
export interface FileStorage {
  /** Where tus puts what it receives: a whole upload lies under its id as its key. */
  uploads: DataStore
  /** How many bytes lie under a key; null when nothing lies there. */
  size: (key: string) => Promise<number | null>
  /** What lies under a key, or a part of it; null when nothing lies there. */
  read: (key: string, range?: ByteRange) => Promise<Readable | null>
  /** Puts bytes under a key, in the place of what lay there: whole or not at all. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /** Takes what lies under a key away; nothing there is no error. An upload goes by `uploads.remove`. */
  remove: (key: string) => Promise<void>
  /** Everything that lies here, with what tus keeps beside its uploads and what a crash left behind. */
  list: () => AsyncIterable<{ key: string; modified: Date }>
}

/** What uploads can do beyond the core of tus. An upload says its length at once, so that its limit can be kept. */
export const uploadExtensions = ['creation', 'creation-with-upload', 'termination']

/** `away`: the storage does not answer. `full`: it has no room left. */
export class StorageFailure extends Error {
  reason: 'away' | 'full'

  constructor(reason: 'away' | 'full', cause: unknown) {
    super(`The storage of files is ${reason}.`, { cause })
    this.reason = reason
  }
}
