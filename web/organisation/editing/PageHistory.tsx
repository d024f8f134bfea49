import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import type { PageAddress } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/organisation/editing/Editing.module.css'
import { versionQuery, versionsQuery } from '#web/organisation/editing/editing.queries.ts'
import { useRestore } from '#web/organisation/editing/use-page-acts.ts'
import { OrganisationText } from '#web/organisation/OrganisationView.tsx'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Section.tsx'
import { useSingle } from '#web/ui/use-single.ts'

const RestoreButton = ({
  userId,
  number,
  id,
  path,
  label,
}: {
  userId: number
  number: number
  id: number
  path: PageAddress
  label?: string
}) => {
  const restore = useRestore(userId, number)
  const once = useSingle()
  const router = useRouter()
  const act = async () => {
    if (await restore.mutateAsync(id)) await router.navigate({ to: path, search: { view: 'edit' } })
  }
  return (
    <Button size="sm" variant="default" aria-label={label} loading={restore.isPending} onClick={() => once(act)}>
      Вернуть в черновик
    </Button>
  )
}

/** What was published on a page, by whom and when. */
export const PageHistory = ({ page, userId, path }: { page: OrganisationPage; userId: number; path: PageAddress }) => {
  const query = useQuery(versionsQuery(page.number))
  return (
    <Section title="История публикаций" gap={4} className={classes.editor}>
      <ListState
        query={query}
        isEmpty={({ versions }) => versions.length === 0}
        empty={
          <EmptyState
            icon={IconHistory}
            title="Страницу ещё не публиковали"
            text="Здесь появится каждая опубликованная версия."
          />
        }
      >
        {({ versions }) => (
          <CardList aria-label="Версии">
            {versions.map(({ id, published_at, published_by }, index) => (
              <CardRow key={id} justify="between">
                <Stack>
                  <strong>{formatMoment(published_at)}</strong>
                  <Text as="small" tone="quiet">
                    {published_by ?? 'Учётной записи больше нет'}
                    {index === 0 && ' · действует сейчас'}
                  </Text>
                </Stack>
                <Row gap={2} wrap>
                  <Button
                    component={Link}
                    to={`${path}?view=history&version=${id}`}
                    size="sm"
                    variant="subtle"
                    aria-label={`Посмотреть версию: ${formatMoment(published_at)}`}
                  >
                    Посмотреть
                  </Button>
                  <RestoreButton
                    userId={userId}
                    number={page.number}
                    id={id}
                    path={path}
                    label={`Вернуть в черновик: ${formatMoment(published_at)}`}
                  />
                </Row>
              </CardRow>
            ))}
          </CardList>
        )}
      </ListState>
      <div>
        <Button component={Link} to={path} variant="subtle" color="gray">
          Закрыть историю
        </Button>
      </div>
    </Section>
  )
}

/** A page as it was published once. */
export const PageVersion = ({
  page,
  userId,
  path,
  id,
}: {
  page: OrganisationPage
  userId: number
  path: PageAddress
  id: number
}) => {
  const query = useQuery(versionQuery(page.number, id))
  if (!query.data)
    return (
      <OrganisationText page={page}>
        <ListState query={query}>{() => null}</ListState>
      </OrganisationText>
    )
  const { version, page: then } = query.data
  return (
    <OrganisationText
      page={then}
      news={
        <Notice
          icon="clock"
          action={
            <Row gap={2} wrap>
              <RestoreButton userId={userId} number={page.number} id={id} path={path} />
              <Button component={Link} to={`${path}?view=history`} size="sm" variant="subtle">
                К истории
              </Button>
            </Row>
          }
        >
          Так страница выглядела {formatMoment(version.published_at)}
          {version.published_by && `, её опубликовал(а) ${version.published_by}`}. Сведения из платформы показаны
          сегодняшние.
        </Notice>
      }
    />
  )
}
