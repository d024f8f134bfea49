import { open } from 'node:fs/promises'

/** File systems without such a call say one of these; PostgreSQL takes them in the same way. */
const hasNoSync = (error: unknown) =>
  ['EINVAL', 'EBADF', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')

/** A new name survives a power cut only when its folder is synced, though its bytes are. Windows has no such call. */
export const syncFolder = async (path: string) => {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!hasNoSync(error)) throw error
  } finally {
    await handle.close()
  }
}
