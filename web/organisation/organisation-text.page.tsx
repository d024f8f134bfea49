import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { isCurator } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { organisationNumber, organisationPageQuery } from '#web/organisation/organisation.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const OrganisationEditor = latePart(
  () => import('#web/organisation/OrganisationEditor.tsx'),
  () => <SkeletonList count={1} height={400} />,
)

/** The page's own text. */
export const load = () => [organisationPageQuery(organisationNumber(location.pathname))]

const OrganisationTextPage = () => {
  // taken once: the view is made anew when the path changes
  const { pathname } = useLocation()
  const [number] = useState(() => organisationNumber(pathname))
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const query = useQuery(organisationPageQuery(number))
  const mayEdit = user !== null && isCurator({ id: user.id, role: user.role.slug })
  const skeleton = (
    <Wrap>
      <SkeletonList />
    </Wrap>
  )
  return (
    <ListState query={query} skeleton={skeleton} page>
      {({ page }) =>
        editing ? (
          <OrganisationText page={page}>
            <OrganisationEditor page={page} onDone={() => setEditing(false)} onReturn={() => setEditing(true)} />
          </OrganisationText>
        ) : (
          <OrganisationText
            page={page}
            actions={
              mayEdit && (
                <Button variant="default" onClick={() => setEditing(true)}>
                  Изменить
                </Button>
              )
            }
          />
        )
      }
    </ListState>
  )
}

export default OrganisationTextPage
