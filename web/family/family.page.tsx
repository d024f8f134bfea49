import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Family } from '#contract/family/family.schema.ts'
import type { PageSearch } from '#contract/pages.ts'
import { latePart } from '#web/app/late.tsx'
import { usePageParams, usePageSearch } from '#web/app/page-params.ts'
import { AuthCard } from '#web/auth/AuthCard.tsx'
import { LinkPage } from '#web/auth/LinkPage.tsx'
import { reportError } from '#web/data/report-error.ts'
import classes from '#web/family/Family.module.css'
import { FamilyChildView } from '#web/family/FamilyChildView.tsx'
import { familyQuery, useWeeklyLetters } from '#web/family/family.queries.ts'
import { RenewLink } from '#web/family/RenewLink.tsx'
import type { PageLoad } from '#web/page-module.ts'
import { childStatementQuery } from '#web/statements/statements.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

const title = 'Страница для родителей'

const ChildStatement = latePart<{ token: string; childId: number }>(
  () => import('#web/statements/ChildStatement.tsx'),
  () => <AuthCard title="Справка об успеваемости" />,
)

/** The child whose statement of marks the address asks for. */
const childOf = ({ statement }: PageSearch<'family'>) => (Number(statement) > 0 ? Number(statement) : null)

export const load: PageLoad<'family'> = ({ token }, search) => {
  const childId = childOf(search)
  return [childId === null ? familyQuery(token) : childStatementQuery(token, childId)]
}

const Letters = ({ token, weekly }: { token: string; weekly: boolean }) => {
  const change = useWeeklyLetters(token)
  // shown from the click until the page in the cache follows
  const [asked, setAsked] = useState<boolean | null>(null)
  return (
    <Card className={classes.letters}>
      <Switch
        size="md"
        labelPosition="left"
        label="Письмо раз в неделю"
        description="По пятницам вечером: ответы учителей, пропуски и что сдать на следующей неделе."
        checked={asked ?? weekly}
        onChange={({ currentTarget: { checked } }) => {
          if (asked !== null) return
          setAsked(checked)
          change.mutate(checked, {
            onError: (error) => reportError(error, 'Не удалось сохранить'),
            onSettled: () => setAsked(null),
          })
        }}
      />
    </Card>
  )
}

const FamilyView = ({ family, token }: { family: Family; token: string }) => (
  <Wrap size="narrow">
    <PageHeader title={title} subtitle="Как идёт учёба. Войти для этого не нужно, а изменить здесь ничего нельзя." />
    <Stack gap={7}>
      {family.children.map((child) => (
        <FamilyChildView key={child.id} child={child} token={token} />
      ))}
      <Letters token={token} weekly={family.weekly} />
    </Stack>
  </Wrap>
)

/**
 * Where parents see how their children are doing, and print a child's statement of marks: by the link from the school's
 * letter, without an account.
 */
const FamilyPage = () => {
  const { token } = usePageParams('family')
  const [search] = usePageSearch('family')
  const childId = childOf(search)
  return childId === null ? <WholeFamily token={token} /> : <ChildStatement token={token} childId={childId} />
}

const WholeFamily = ({ token }: { token: string }) => (
  <LinkPage
    query={useQuery(familyQuery(token))}
    title={title}
    dead="Скопируйте её из письма целиком. Если письмо потерялось, попросите новую. Если ссылку отменила школа, напишите в школу."
    renewal={<RenewLink />}
  >
    {({ family }) => <FamilyView family={family} token={token} />}
  </LinkPage>
)

export default FamilyPage
