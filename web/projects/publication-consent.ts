import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { consentsApi } from '#contract/consents/consents.api.ts'
import type { CallResponse } from '#contract/http/endpoint.ts'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { useUser } from '#web/auth/session.ts'
import { consentsQuery, useGiveConsent } from '#web/consents/consents.queries.ts'

const missingIn = (consents: CallResponse<typeof consentsApi.ofUser> | undefined) =>
  consents?.asked.find(({ document, given }) => document.slug === 'publication' && given === null)

/**
 * Whether the separate consent is missing that the law asks for before a person's work and name are shown to everybody
 * (152-ФЗ, art. 10.1).
 */
export const useMissingConsent = () => {
  const user = useUser()
  const { data, isLoading } = useQuery({ ...consentsQuery(user?.id ?? 0), enabled: user !== null })
  return { missing: missingIn(data), isLoading }
}

/** The consent where a project is about to be shown to everybody. */
export interface AskedConsent {
  /** The person's address is not confirmed: nobody outside of the school sees what they publish. */
  isUnconfirmed: boolean
  isAsked: boolean
  /** It is not known yet whether it is asked for. */
  isLoading: boolean
  /** Whether the person is old enough to give it. */
  isOpen: boolean
  agreed: boolean
  setAgreed: (agreed: boolean) => void
  /** Gives the consent that was agreed to; answers who may see the project: without the consent the school alone. */
  settle: () => Promise<ProjectVisibility>
  /** Who may see a draft once it is published; never everybody for a child without the parent's consent. */
  ofDraft: ProjectVisibility
}

/** Whether the person has an address that they have not confirmed; without one there is nothing to confirm. */
export const useIsUnconfirmed = () => {
  const user = useUser()
  return user !== null && user.email !== null && user.email_confirmed === false
}

/**
 * Asks for the consent beside the choice of who sees a project; `isSettled`: nothing is asked of this person, as
 * everybody sees it already, or it names others alone.
 */
export const useAskedConsent = (visibility: ProjectVisibility, isSettled = false): AskedConsent => {
  const client = useQueryClient()
  const user = useUser()
  const id = user?.id ?? 0
  const unconfirmed = useIsUnconfirmed()
  const isUnconfirmed = unconfirmed && !isSettled && (visibility === 'public' || visibility === 'link')
  const { missing, isLoading } = useMissingConsent()
  const give = useGiveConsent(id)
  const [agreed, setAgreed] = useState(false)
  const isChosen = visibility === 'public' && !isSettled
  const settle = async () => {
    if (isUnconfirmed) return 'school'
    if (!isChosen) return visibility
    const asked = missingIn(await client.ensureQueryData(consentsQuery(id)))
    if (!asked) return visibility
    if (!agreed) return 'school'
    await give.mutateAsync({ document: 'publication', version: asked.version })
    return visibility
  }
  const isAsked = isChosen && missing !== undefined
  return {
    isUnconfirmed,
    isAsked: isAsked && !isUnconfirmed,
    isLoading,
    isOpen: missing?.own ?? false,
    agreed,
    setAgreed,
    settle,
    ofDraft: isAsked && !missing.own ? 'school' : visibility,
  }
}
