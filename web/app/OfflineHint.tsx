import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { useLate } from '#web/app/use-late.ts'
import { isNetworkFailure } from '#web/data/api-error.ts'
import { keptFor } from '#web/offline/offline-flag.ts'
import { mayHold, waitingKinds } from '#web/outbox/outbox-flag.ts'
import { Text } from '#web/ui/layout.tsx'

const loadWaiting = () => import('#web/outbox/WaitingHere.tsx')

/** Below a page that cannot be shown without a network: what waits for one, and what can be shown. */
export const OfflineHint = ({ error }: { error: unknown }) => {
  const isOffline = isNetworkFailure(error)
  const WaitingHere = useLate(isOffline && waitingKinds.some(mayHold), loadWaiting, () => {})
  if (!isOffline) return null
  return (
    <>
      {WaitingHere && <WaitingHere />}
      {keptFor() !== null && (
        <p>
          <Text as={Link} links="underlined" weight="medium" to={pathTo('offline')}>
            Что сохранено на этом устройстве
          </Text>
        </p>
      )}
    </>
  )
}
