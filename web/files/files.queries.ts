import { useState } from 'react'
import { filesApi } from '#contract/files/files.api.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { ApiError } from '#web/app/api-error.ts'
import { q } from '#web/app/endpoint-query.ts'
import { queryClient } from '#web/app/query-client.ts'

/** A file as the server has it now, with links that work. */
export const fileQuery = (id: string) => q(filesApi.get, { params: { id } })

/** Links are renewed at most this often, in milliseconds: what fails after that is not their fault. */
const minIntervalMs = 60_000

/**
 * A file whose links may have expired while the page stood open: `refresh` fetches new ones. `gone` once the server has
 * said that there is no such file for this person any more.
 */
export const useFreshFile = (given: StoredFile) => {
  const [fresh, setFresh] = useState<{ of: StoredFile; file: StoredFile; gone: boolean } | null>(null)
  const current = fresh?.of === given ? fresh : { file: given, gone: false }
  const refresh = async (): Promise<StoredFile | null> => {
    try {
      const { file } = await queryClient.fetchQuery({ ...fileQuery(given.id), staleTime: minIntervalMs, retry: false })
      setFresh({ of: given, file, gone: false })
      return file
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) setFresh({ of: given, file: given, gone: true })
      return null
    }
  }
  return { ...current, refresh }
}
