import type { Config } from '#server/config.ts'
import { type Finding, failure, fine, reasonOf, warning } from '#server/doctor/checks.ts'
import { discoverProvider } from '#server/identities/provider.ts'
import type { ProviderConfig } from '#server/identities/provider-variables.ts'
import type { Outgoing } from '#server/outgoing-hosts.ts'

/** Asks the identity provider what it is like, as the first sign-in does. */
const checkDescription = async (oidc: ProviderConfig, outgoing: Outgoing): Promise<Finding[]> => {
  const { host } = new URL(oidc.issuer)
  try {
    const provider = (await discoverProvider(oidc, outgoing)).serverMetadata()
    return [
      fine(`Система входа ${host} отвечает.`),
      ...(provider.supportsPKCE() || !provider.code_challenge_methods_supported
        ? []
        : [warning(`Система входа ${host} не поддерживает PKCE (S256): включите его в её настройках.`)]),
      ...(provider.end_session_endpoint
        ? []
        : [warning(`Система входа ${host} не умеет заканчивать вход: выход с сайта в ней ничего не закончит.`)]),
    ]
  } catch (error) {
    return [
      failure(
        `Система входа ${host} не отвечает как надо: ${reasonOf(error)}. Войти через неё нельзя. Проверьте OIDC_ISSUER: так, как система называет себя сама.`,
      ),
    ]
  }
}

/** Whether people can sign in by the school's identity provider; nothing is found where there is none. */
export const checkProvider = async ({ oidc, ...outgoing }: Outgoing & Pick<Config, 'oidc'>): Promise<Finding[]> =>
  oidc ? checkDescription(oidc, outgoing) : []
