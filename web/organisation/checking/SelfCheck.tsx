import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#web/organisation/checking/Checking.module.css'
import { CheckReportView } from '#web/organisation/checking/CheckReportView.tsx'
import { checkQuery } from '#web/organisation/checking/check.queries.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** «Проверить раздел»: what the supervising authority's robot finds on the published pages. */
const SelfCheck = () => {
  const query = useQuery(checkQuery)
  return (
    <section className={classes.check} aria-labelledby="self-check">
      <div className={classes.head}>
        <div>
          <h2 id="self-check">Проверка раздела</h2>
          <p className={classes.lead}>
            Платформа читает опубликованные страницы так же, как робот Рособрнадзора: без скриптов, по именам разметки.
            Черновики в проверку не попадают.
          </p>
        </div>
        <Button
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Проверить ещё раз
        </Button>
      </div>
      <p role="status" className={classes.waiting}>
        {query.isFetching && 'Читаем все страницы раздела. Это займёт несколько секунд.'}
      </p>
      {/* a report of before is not shown as one of now */}
      {query.isFetching ? (
        <SkeletonList count={6} height={64} />
      ) : (
        <ListState query={query}>{({ report }) => <CheckReportView report={report} />}</ListState>
      )}
    </section>
  )
}

export default SelfCheck
