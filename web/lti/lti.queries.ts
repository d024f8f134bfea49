import { ltiApi } from '#contract/lti/lti.api.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The tools of the school, and what their settings ask for; for curators. */
export const toolsQuery = q(ltiApi.tools, {})

/** How often an open tool is asked after, in milliseconds: it reports to the server, not to the page. */
const refreshMs = 5000

/** The tools of a lesson with the reader's own results; `open`: one of them is used now. */
export const linksQuery = (lessonId: number, open = false) =>
  q(ltiApi.list, { params: { id: lessonId } }, open ? { refetchInterval: refreshMs } : {})

/** Everybody's results in a tool of a lesson; for staff. */
export const resultsQuery = (linkId: number) => q(ltiApi.results, { params: { id: linkId } })

export const useCreateTool = () => useAct(ltiApi.createTool, (body: BodyOf<typeof ltiApi.createTool>) => ({ body }))
export const useUpdateTool = (id: number) =>
  useAct(ltiApi.updateTool, (body: BodyOf<typeof ltiApi.updateTool>) => ({ params: { id }, body }))
export const useRemoveTool = () => useAct(ltiApi.removeTool, (id: number) => ({ params: { id } }))
export const useChangeKey = () => useAct(ltiApi.changeKey, () => ({}))

export const useCreateLink = (lessonId: number) =>
  useAct(ltiApi.createLink, (body: BodyOf<typeof ltiApi.createLink>) => ({ params: { id: lessonId }, body }))
export const useUpdateLink = (id: number) =>
  useAct(ltiApi.updateLink, (body: BodyOf<typeof ltiApi.updateLink>) => ({ params: { id }, body }))
export const useRemoveLink = () => useAct(ltiApi.removeLink, (id: number) => ({ params: { id } }))

/** Which tools the reader has consented to. */
export const consentsQuery = q(ltiApi.consents, {})
export const useChangeConsent = (toolId: number) =>
  useAct(ltiApi.changeConsent, (body: BodyOf<typeof ltiApi.changeConsent>) => ({ params: { id: toolId }, body }))
export const useWithdrawConsent = () => useAct(ltiApi.withdrawConsent, (toolId: number) => ({ params: { id: toolId } }))

/** Begins a launch. */
export const useLaunch = (linkId: number) =>
  useAct(ltiApi.launch, (body: BodyOf<typeof ltiApi.launch>) => ({ params: { id: linkId }, body }))
