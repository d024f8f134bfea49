/** Why a file cannot be imported: a Russian sentence for the person who sent it. */
export class Unreadable extends Error {}

/** Max bytes of an import's files together once they are unpacked. */
export const maxUnpackedBytes = 4 * 2 ** 30

/** Max entries of a package. */
export const maxEntries = 20_000

/** Max bytes of an entry that is read as text: it is in memory as a whole. */
export const maxTextBytes = 64 * 2 ** 20
