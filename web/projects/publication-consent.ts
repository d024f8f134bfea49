import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consentsApi } from '#contract/consents/consents.api.ts'
import { call } from '#web/app/call.ts'
import { useUser } from '#web/auth/session.ts'

/**
 * The separate consent that the law asks for before a person's work and name are shown to everybody (152-ФЗ, art. 10.1):
 * whether it is missing, and how it is given.
 */
export const usePublicationConsent = () => {
  const user = useUser()
  const client = useQueryClient()
  const id = user?.id ?? 0
  const queryKey = ['users', id, 'consents']
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(consentsApi.ofUser, { params: { id } }, signal),
    enabled: user !== null,
  })
  const asked = data?.asked.find(({ document }) => document.slug === 'publication')
  const give = async () => {
    const body = { document: 'publication' as const, ...(asked && { version: asked.version }) }
    const answer = await call(consentsApi.give, { params: { id }, body })
    client.setQueryData(queryKey, answer)
  }
  return { isMissing: asked !== undefined && asked.given === null, give }
}
