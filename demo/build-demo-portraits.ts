import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { looks, portrait } from '#demo/drawings/portraits.ts'
import type { Db } from '#server/db/database.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { writeAvatar } from '#server/users/avatar-files.ts'
import { swapAvatar } from '#server/users/users.repo.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

/** Everybody's portrait in the format of avatars, by the person's key. Call it inside `withDrawings`. */
export const drawDemoPortraits = async () =>
  new Map(
    await Promise.all(
      Object.entries(looks).map(
        async ([key, person]) =>
          [
            key,
            await sharp(Buffer.from(portrait(person)))
              .webp({ quality: 82 })
              .toBuffer(),
          ] as const,
      ),
    ),
  )

/** Gives the people of the demo school their portraits, each named after its bytes, as browsers cache them forever. */
export const buildDemoPortraits = async (
  tx: Db,
  storage: FileStorage,
  drawn: Map<string, Buffer>,
  ids: Pick<DemoIds, 'users'>,
) => {
  for (const [key, bytes] of drawn) {
    const name = `${createHash('sha256').update(bytes).digest('base64url').slice(0, 24)}.webp`
    await writeAvatar(storage, name, bytes)
    await swapAvatar(tx, idOf(ids.users, key), name)
  }
}
