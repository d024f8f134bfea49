import type { Config } from '#server/config.ts'
import type { ToolRecord } from '#server/lti/lti.repo.ts'
import { deploymentOf } from '#server/lti/platform.ts'

/** Where a launch begins: the tool learns that somebody comes, and asks who (LTI 1.3 Core, § 5.1.1.1). */
export const loginUrl = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  tool: ToolRecord,
  { subject, token }: { subject: string; token: string },
) => {
  const url = new URL(tool.login_url)
  const given = {
    iss: publicUrl,
    login_hint: subject,
    target_link_uri: tool.target_url,
    lti_message_hint: token,
    client_id: tool.client_id,
    lti_deployment_id: deploymentOf(tool),
  }
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  return url.href
}
