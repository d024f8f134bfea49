import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Where tus stores what it receives. */
export interface UploadStore extends DataStore {
  /** Resolves when nothing of this upload is being written by this process. */
  settled: (id: string) => Promise<void>
}

/** The storage of files: a folder of this machine, or S3-compatible storage. Keys are like `avatars/x.webp`. */
export interface FileStorage {
  /** A complete upload has its id as its key. */
  uploads: UploadStore
  /** The number of bytes under a key; null when there are none. */
  size: (key: string) => Promise<number | null>
  /** The bytes under a key, or a range of them; null when there are none. */
  read: (key: string, range?: ByteRange) => Promise<Readable | null>
  /** Writes bytes under a key, replacing earlier ones: all or nothing. */
  write: (key: string, bytes: Buffer) => Promise<void>
  /** Stores a file of this machine under a key, replacing earlier bytes: all or nothing. */
  store: (key: string, path: string) => Promise<void>
  /** Deletes the bytes under a key; missing ones are no error. Uploads are deleted by `uploads.remove`. */
  remove: (key: string) => Promise<void>
  /** Rejects when nothing can be stored. */
  check: () => Promise<void>
  /** All keys, including the records of tus and what a crash left behind. */
  list: () => AsyncIterable<{ key: string; modified: Date }>
}

/**
 * The protocol extensions of tus that uploads support. An upload declares its length at once, so that its limit can be
 * enforced.
 */
export const uploadExtensions = ['creation', 'creation-with-upload', 'termination']

/** The end of the key of what S3 keeps about an upload; the record is replaced as a whole with each part. */
export const infoSuffix = '.info'

/** `away`: the storage does not respond. `full`: it has no space left. */
export class StorageFailure extends Error {
  reason: 'away' | 'full'

  constructor(reason: 'away' | 'full', cause: unknown) {
    super(`The storage of files is ${reason}.`, { cause })
    this.reason = reason
  }
}

/** A disk with faults, or one that can only be read; a folder of the network that is gone, or closed to us. */
const diskAway = /^(EROFS|EIO|ENXIO|ENODEV|ESTALE|ENOTCONN|EACCES|EPERM)$/

/** Whether something failed because a disk, or a folder on it, cannot be used now. */
export const isDiskAway = (error: unknown) =>
  diskAway.test((error as NodeJS.ErrnoException | null | undefined)?.code ?? '')
