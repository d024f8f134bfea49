import { Keys } from '#web/keys/Keys.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Webhooks } from '#web/webhooks/Webhooks.tsx'

/** What other programs of the school have to do with the site: their keys, and what they are sent. */
const Integrations = () => (
  <Stack gap={7}>
    <Keys />
    <Webhooks />
  </Stack>
)

export default Integrations
