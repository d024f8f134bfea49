import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { passkeysApi } from '#contract/auth/passkeys.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The passkeys of a person. */
export const passkeysQuery = (id: number) => q(passkeysApi.list, { params: { id } })

export const useBeginPasskey = (id: number) =>
  useAct(passkeysApi.begin, (password: string) => ({ params: { id }, body: { password } }))

export const useCreatePasskey = (id: number) =>
  useAct(passkeysApi.create, ({ name, creation }: { name: string; creation: RegistrationResponseJSON }) => ({
    params: { id },
    body: { name, creation: { ...creation, clientExtensionResults: {} } },
  }))

export const useRemovePasskey = (id: number) =>
  useAct(passkeysApi.remove, ({ passkey_id, password }: { passkey_id: number; password: string }) => ({
    params: { id, passkey_id },
    body: { password },
  }))
