import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SectionCheck } from '#contract/organisation/self-check.schema.ts'
import classes from '#web/organisation/checking/Checking.module.css'
import { CheckReportView } from '#web/organisation/checking/CheckReportView.tsx'
import { checkQuery, useCheckAgain } from '#web/organisation/checking/check.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** «Проверить раздел»: what the supervising authority's robot finds on the published pages. */
const SelfCheck = () => {
  const query = useQuery(checkQuery)
  const again = useCheckAgain()
  const isRunning = again.isPending || query.data?.state === 'running'
  return (
    <Stack as="section" gap={4} className={classes.check} aria-labelledby="self-check">
      <Row gap={3} gapX={5} wrap align="start" justify="between" className={classes.head}>
        <Stack gap={1} from={20}>
          <h2 id="self-check">Проверка раздела</h2>
          <Text tone="soft" className={classes.lead}>
            Платформа читает опубликованные страницы так же, как робот Рособрнадзора: без скриптов, по именам разметки.
            Черновики в проверку не попадают.
          </Text>
        </Stack>
        <Button
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          loading={isRunning}
          onClick={() => again.mutate()}
        >
          Проверить ещё раз
        </Button>
      </Row>
      <Text role="status" tone="quiet" className={classes.waiting}>
        {isRunning && 'Идёт проверка: читаем все страницы раздела. Можно уйти отсюда, результат сохранится.'}
      </Text>
      <ListState query={query} skeleton={<SkeletonList count={6} height={64} />}>
        {(check) => <KeptCheck check={check} />}
      </ListState>
    </Stack>
  )
}

export default SelfCheck

const KeptCheck = ({ check: { state, done, total, report } }: { check: SectionCheck }) => (
  <>
    {state === 'running' && <ProgressBar done={done} total={total} label="Прочитано страниц" />}
    {state === 'failed' && (
      <Notice tone="warn">
        Последняя проверка не удалась. Нажмите «Проверить ещё раз».
        {report && ' Ниже результат предыдущей.'}
      </Notice>
    )}
    {report && <CheckReportView report={report} />}
    {!report && state === 'running' && <SkeletonList count={6} height={64} />}
  </>
)
