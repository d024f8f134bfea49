import { keepPreviousData } from '@tanstack/react-query'
import { registrationsApi } from '#contract/registrations/registrations.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** People who have registered and wait for a curator. */
export const registrationsQuery = (page = 1) =>
  q(registrationsApi.list, { query: { page } }, { placeholderData: keepPreviousData })

export const useAcceptRegistration = () => useAct(registrationsApi.accept, (id: number) => ({ params: { id } }))

export const useDeclineRegistration = () =>
  useAct(registrationsApi.decline, ({ id, reason }: { id: number; reason: string }) => ({
    params: { id },
    body: { reason },
  }))
