import type { Query } from '@tanstack/react-query'
import { useState } from 'react'
import { filesApi } from '#contract/files/files.api.ts'
import type { Film, StoredFile } from '#contract/files/files.schema.ts'
import type { CallResponse } from '#contract/http/endpoint.ts'
import { ApiError } from '#web/data/api-error.ts'
import { q } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'

/** A file as the server has it now, with links that work. */
export const fileQuery = (id: string) => q(filesApi.get, { params: { id } })

/** How often the progress of a film's copies is asked for, in milliseconds, and how often before they are begun. */
const pace = { begun: 3000, waiting: 5000, maxWaits: 30 }

/** The same for a film: asked again while its smaller copies are being made. */
export const filmQuery = (id: string) => ({
  ...fileQuery(id),
  refetchInterval: ({ state: { data, dataUpdateCount } }: Query<CallResponse<typeof filesApi.get>>) => {
    const making = data?.film?.making
    if (!making) return false
    if (making.percent !== null) return pace.begun
    return dataUpdateCount < pace.maxWaits && pace.waiting
  },
})

/** What is shown to people who wait for a film's smaller copies; null when nothing is being made. */
export const filmProgress = (film: Film | null | undefined) =>
  film?.making?.percent == null ? null : `Готовим уменьшенные копии: ${film.making.percent}\u00a0%`

/** Links are renewed at most this often, in milliseconds: what fails after that is not their fault. */
const minIntervalMs = 60_000

/**
 * A file whose links may have expired while the page was open: `refresh` fetches new ones. `gone` once the server has
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
      if (error instanceof ApiError && error.status === 404) setFresh({ of: given, file: given, gone: true })
      return null
    }
  }
  return { ...current, refresh }
}
