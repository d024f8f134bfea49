import { pathTo } from '#contract/pages.ts'
import { isNetworkFailure } from '#web/app/api-error.ts'
import { Link } from '#web/app/Link.tsx'
import { keptFor } from '#web/offline/offline-flag.ts'
import { Text } from '#web/ui/layout.tsx'

/** Below a page that cannot be shown without a network: what can. */
export const OfflineHint = ({ error }: { error: unknown }) =>
  isNetworkFailure(error) && keptFor() !== null ? (
    <p>
      <Text as={Link} links="underlined" weight="medium" to={pathTo('offline')}>
        Что сохранено на этом устройстве
      </Text>
    </p>
  ) : null
