import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { UserProfile } from '#contract/users/users.api.ts'
import { config } from '#web/app/config.ts'
import { usePlace } from '#web/app/use-place.ts'
import Access from '#web/auth/Access.tsx'
import { secondFactorQuery, sessionsQuery } from '#web/auth/account.queries.ts'
import { passkeysQuery } from '#web/auth/passkeys.queries.ts'
import Certificates from '#web/certificates/Certificates.tsx'
import { certificatesQuery } from '#web/certificates/certificates.queries.ts'
import { consentsQuery } from '#web/consents/consents.queries.ts'
import OwnConsents from '#web/consents/OwnConsents.tsx'
import { identitiesQuery } from '#web/identities/identities.queries.ts'
import { consentsQuery as toolConsentsQuery } from '#web/lti/lti.queries.ts'
import OwnTools from '#web/lti/OwnTools.tsx'
import NotificationSettings from '#web/notifications/NotificationSettings.tsx'
import { pushQuery, settingsQuery } from '#web/notifications/notification-settings.queries.ts'
import MyData from '#web/privacy/MyData.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { OwnPartsOutline } from '#web/users/OwnPartsOutline.tsx'

interface Part {
  name: string
  drawn: ReactNode
  /** What decides how high it is. */
  needs: UseQueryResult[]
}

/** A query that is not asked for is not loading, either. */
const isComing = (query: UseQueryResult) => query.isFetching && isFirstLoad(query)

/**
 * The parts of the user's own profile that others do not have, each drawn once everything above it has its final height:
 * a part that arrived later would move the buttons under it, down to the one that erases the account.
 */
const OwnParts = ({ user }: { user: UserProfile }) => {
  const { id } = user
  // letters lead to the notification settings, which may come when the reader has begun with something else
  usePlace()
  const isStudent = user.role.slug === 'student'
  const certificates = useQuery({ ...certificatesQuery(id), enabled: isStudent })
  const sessions = useQuery(sessionsQuery(id))
  const factor = useQuery(secondFactorQuery(id))
  const passkeys = useQuery(passkeysQuery(id))
  const identities = useQuery({ ...identitiesQuery(id), enabled: config.provider !== null })
  const settings = useQuery(settingsQuery(id))
  const push = useQuery({ ...pushQuery(id), enabled: Boolean(settings.data?.settings.push_key) })
  const consents = useQuery(consentsQuery(id))
  const tools = useQuery(toolConsentsQuery)
  const parts: Part[] = [
    // whether a consent is outdated is said above all of them
    { name: 'certificates', drawn: isStudent && <Certificates userId={id} />, needs: [consents, certificates] },
    { name: 'access', drawn: <Access userId={id} />, needs: [sessions, factor, passkeys, identities] },
    { name: 'notifications', drawn: <NotificationSettings user={user} />, needs: [settings, push] },
    { name: 'consents', drawn: <OwnConsents userId={id} />, needs: [] },
    { name: 'tools', drawn: <OwnTools />, needs: [tools] },
    { name: 'data', drawn: <MyData user={user} />, needs: [] },
  ]
  const coming = parts.findIndex(({ needs }) => needs.some(isComing))
  const ready = coming < 0 ? parts : parts.slice(0, coming)
  return (
    <>
      {ready.map(({ name, drawn }) => (
        <Fragment key={name}>{drawn}</Fragment>
      ))}
      {coming >= 0 && <OwnPartsOutline />}
    </>
  )
}

export default OwnParts
