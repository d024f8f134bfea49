import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/auth/session.ts'
import { consentsQuery, useGiveConsent } from '#web/consents/consents.queries.ts'

/**
 * The separate consent that the law asks for before a person's work and name are shown to everybody (152-ФЗ, art. 10.1):
 * whether it is missing, whether the person is old enough to give it, and how it is given.
 */
export const usePublicationConsent = () => {
  const user = useUser()
  const id = user?.id ?? 0
  const { data } = useQuery({ ...consentsQuery(id), enabled: user !== null })
  const consent = useGiveConsent(id)
  const asked = data?.asked.find(({ document }) => document.slug === 'publication')
  const give = async () => {
    if (asked) await consent.mutateAsync({ document: 'publication', version: asked.version })
  }
  return { isMissing: asked !== undefined && asked.given === null, isOpen: asked?.own ?? false, give }
}
