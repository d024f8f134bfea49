import { ltiServicesApi } from '#contract/lti/lti-services.api.ts'
import type { Config } from '#server/config.ts'

/** Where tools find this site; its issuer is its public address. */
export const platformOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  issuer: publicUrl,
  authorize_url: publicUrl + ltiServicesApi.authorize.path,
  token_url: publicUrl + ltiServicesApi.token.path,
  jwks_url: publicUrl + ltiServicesApi.jwks.path,
})

/** A tool has one deployment: the school. */
export const deploymentOf = ({ id }: { id: number }) => String(id)

/** The address of a column. */
export const lineItemUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, linkId: number) =>
  publicUrl + ltiServicesApi.lineItem.path.replace('{id}', String(linkId))

/** The address of all columns of a tool in a course. */
export const lineItemsUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, courseId: number) =>
  publicUrl + ltiServicesApi.lineItems.path.replace('{id}', String(courseId))
