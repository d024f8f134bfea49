import { accountApi } from '#contract/auth/account.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** Where a person is signed in. */
export const sessionsQuery = (id: number) => q(accountApi.sessions, { params: { id } })

/** Whether they sign in with a code, too. */
export const secondFactorQuery = (id: number) => q(accountApi.secondFactor, { params: { id } })

export const useEndSession = (id: number) =>
  useAct(accountApi.endSession, (session_id: number) => ({ params: { id, session_id } }))

export const useEndOtherSessions = (id: number) => useAct(accountApi.endOtherSessions, () => ({ params: { id } }))

export const useSetUpSecondFactor = (id: number) =>
  useAct(accountApi.setUpSecondFactor, (password: string) => ({ params: { id }, body: { password } }))

export const useConfirmSecondFactor = (id: number) =>
  useAct(accountApi.confirmSecondFactor, (code: string) => ({ params: { id }, body: { code } }))

export const useRemoveSecondFactor = (id: number) =>
  useAct(accountApi.removeSecondFactor, (password: string) => ({ params: { id }, body: { password } }))

export const useRenewRecoveryCodes = (id: number) =>
  useAct(accountApi.renewRecoveryCodes, (password: string) => ({ params: { id }, body: { password } }))
