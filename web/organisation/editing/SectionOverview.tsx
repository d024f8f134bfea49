import { useQuery } from '@tanstack/react-query'
import type { OrganisationOverviewPage } from '#contract/organisation/organisation.api.ts'
import { organisationPath } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import { deadlineStanding, shortDay } from '#web/organisation/editing/deadline-text.ts'
import classes from '#web/organisation/editing/Editing.module.css'
import { overviewQuery } from '#web/organisation/editing/editing.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const now = () => Date.now()

/** What waits for the curators, in one sentence. */
const summaryOf = (pages: OrganisationOverviewPage[]) => {
  const drafts = pages.filter(({ deadline }) => deadline !== null)
  const late = drafts.filter(({ deadline }) => Date.parse(deadline as string) < now())
  const complete = pages.filter(({ required, filled }) => filled >= required).length
  const sentences = [
    `Всё обязательное заполнено на ${counted(complete, 'странице', 'страницах', 'страницах')} из ${pages.length}.`,
  ]
  if (drafts.length > 0)
    sentences.push(`Ждут публикации изменения на ${counted(drafts.length, 'странице', 'страницах', 'страницах')}.`)
  if (late.length > 0) sentences.push(`Срок прошёл у ${counted(late.length, 'страницы', 'страниц', 'страниц')}.`)
  return sentences.join(' ')
}

/** How far each page of the section is: published when, changed since, until when, how much of it is filled in. */
export const SectionOverview = () => {
  const query = useQuery(overviewQuery)
  return (
    <section aria-label="Страницы раздела">
      <ListState query={query} skeleton={<SkeletonList count={8} height={64} />}>
        {({ pages }) => (
          <>
            <Text size={4} tone="soft" loose className={classes.lead}>
              {summaryOf(pages)}
            </Text>
            <Box mt={4} className={classes.pages}>
              <CardList as="ol">
                {pages.map((page) => (
                  <PageLine key={page.number} page={page} />
                ))}
              </CardList>
            </Box>
          </>
        )}
      </ListState>
    </section>
  )
}

const tones = { calm: 'soft', soon: 'warn', over: 'bad' } as const

const PageLine = ({ page }: { page: OrganisationOverviewPage }) => {
  const { number, title, published_at, draft_saved_at, deadline, required, filled } = page
  const path = organisationPath(number)
  const standing = deadline ? deadlineStanding(deadline) : null
  return (
    <CardRow className={classes.page}>
      <Stack gap={0.5} shrink anywhere className={classes.text}>
        <Text as={Link} links="quiet" weight="medium" tight to={path}>
          {title}
        </Text>
        <Text as="small" tone="quiet">
          {published_at ? `Опубликовано ${formatDay(published_at)}` : 'Ещё не публиковалось'}
        </Text>
        {draft_saved_at && standing && (
          <Text as="small" tone={tones[standing.tone]} weight={standing.tone === 'calm' ? undefined : 'medium'}>
            Есть неопубликованные изменения (сохранены {shortDay(draft_saved_at)}), {standing.text}
          </Text>
        )}
      </Stack>
      <Text as="span" size={2} tone={filled >= required ? 'ok' : 'warn'} className={classes.filled}>
        {required === 0 ? 'Обязательных сведений нет' : `Обязательных: ${filled}\u00a0из\u00a0${required}`}
      </Text>
      <Text
        as={Link}
        links="plain"
        size={3}
        weight="medium"
        pad={1.5}
        padX={1}
        to={`${path}?view=edit`}
        aria-label={`Изменить: ${title}`}
      >
        Изменить
      </Text>
    </CardRow>
  )
}
