import { webhooksApi } from '#contract/webhooks/webhooks.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'

/** Addresses that other programs are sent messages at. */
export const webhooksQuery = q(webhooksApi.list, {})

/** How often an open log asks again, in milliseconds: messages are sent in the background. */
const refreshMs = 3000

/** The newest messages to an address. */
export const deliveriesQuery = (id: number) =>
  q(webhooksApi.deliveries, { params: { id } }, { refetchInterval: refreshMs })

/** After a log was open: the list says how the last message went, which may have been sent meanwhile. */
export const logWasOpen = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })

export const useCreateWebhook = () =>
  useAct(webhooksApi.create, (body: BodyOf<typeof webhooksApi.create>) => ({ body }))
export const useRemoveWebhook = () => useAct(webhooksApi.remove, (id: number) => ({ params: { id } }))
export const usePing = (id: number) => useAct(webhooksApi.ping, () => ({ params: { id } }))
export const useRepeat = (id: number) =>
  useAct(webhooksApi.repeat, (delivery_id: number) => ({ params: { id, delivery_id } }))
