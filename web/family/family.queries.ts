import { familyApi } from '#contract/family/family.api.ts'
import { useAct } from '#web/data/act.ts'
import { ofLink, q } from '#web/data/endpoint-query.ts'

/** A parent's children, by the link from the school's letter. */
export const familyQuery = (token: string) => q(familyApi.get, { params: { token } }, ofLink)

/** Starts or stops the parent's weekly letters, also when the page is closed at once. */
export const useWeeklyLetters = (token: string) =>
  useAct(familyApi.setWeekly, (weekly: boolean) => ({ params: { token }, body: { weekly }, keepalive: true }))

/** How somebody's studies go, for curators. */
export const studiesQuery = (id: number) => q(familyApi.studies, { params: { id } })

/** The parents of a child, for curators. */
export const parentsQuery = (id: number) => q(familyApi.parents, { params: { id } })

/** Sets the parents of a child. */
export const useSetParents = (id: number) =>
  useAct(familyApi.setParents, (parents: { name: string; email: string }[]) => ({ params: { id }, body: { parents } }))

/** Sends a child's parents a new link. */
export const useSendFamilyLink = (id: number) => useAct(familyApi.sendLink, () => ({ params: { id } }))

/** Ends the links of a child's parents. */
export const useEndFamilyLink = (id: number) => useAct(familyApi.endLink, () => ({ params: { id } }))
