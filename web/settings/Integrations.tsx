import { Keys } from '#web/keys/Keys.tsx'
import { LtiTools } from '#web/lti/LtiTools.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Webhooks } from '#web/webhooks/Webhooks.tsx'

/**
 * What other programs of the school have to do with the site: their keys, what they are sent, and those that lessons
 * open.
 */
const Integrations = () => (
  <Stack gap={7}>
    <Keys />
    <Webhooks />
    <LtiTools />
  </Stack>
)

export default Integrations
