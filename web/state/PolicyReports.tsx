import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pageNames, pages } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { policyDirectives } from '#contract/state/policy-reports.ts'
import type { PolicyReport } from '#contract/state/state.schema.ts'
import { reportError } from '#web/data/report-error.ts'
import { policyReportsQuery, useClearPolicyReports } from '#web/state/state.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What was refused, in words; an address stays as it is. */
const blockedNames: Record<string, string> = {
  '': 'источник неизвестен',
  inline: 'код прямо в странице',
  eval: 'код из строки',
  'wasm-eval': 'код WebAssembly',
  self: 'этот же сайт',
  data: 'данные прямо в странице',
  blob: 'данные из памяти страницы',
}

const titleOf = (path: string) => {
  const name = pageNames.find((each) => pages[each].path === path)
  return name ? `«${pages[name].title}» (${path})` : 'неизвестная'
}

const Line = ({ report: { directive, blocked, page, count, last_at } }: { report: PolicyReport }) => (
  <CardRow>
    <Stack from={16} anywhere>
      <Text weight="medium">
        {policyDirectives[directive]}: {blockedNames[blocked] ?? blocked}
      </Text>
      <Text size={3} tone="soft">
        Страница: {titleOf(page)}
      </Text>
      <Text size={3} tone="quiet">
        {counted(count, 'раз', 'раза', 'раз')}, последний <time dateTime={last_at}>{formatMoment(last_at)}</time>
      </Text>
    </Stack>
  </CardRow>
)

/** What browsers have not let onto pages because of the content policy: attacks, or faults of ours. */
export const PolicyReports = () => {
  const query = useQuery(policyReportsQuery)
  const clear = useClearPolicyReports()
  const removeAll = async () => {
    const accepted = await confirm({
      title: 'Убрать сообщения браузеров?',
      text: 'Если запреты сработают снова, сообщения появятся опять.',
      accept: 'Убрать',
      danger: true,
    })
    if (!accepted) return
    clear.mutate(undefined, {
      onError: (error) => reportError(error),
      onSuccess: () => toast({ severity: 'success', summary: 'Сообщения браузеров убраны' }),
    })
  }
  const aside = (query.data?.reports.length ?? 0) > 0 && (
    <Button size="xs" variant="default" loading={clear.isPending} onClick={() => void removeAll()}>
      Убрать все
    </Button>
  )
  return (
    <Section title="Что остановили браузеры" aside={aside}>
      <ListState
        query={query}
        skeleton={<SkeletonList count={2} height={72} />}
        isEmpty={({ reports }) => reports.length === 0}
        empty={
          <EmptyCard
            icon={IconShieldCheck}
            title="Ничего не остановлено"
            text="Браузер не запускает на страницах чужие скрипты. Если такое попытаются сделать, сообщение появится здесь."
          />
        }
      >
        {({ reports }) => (
          <Stack gap={3}>
            <Text size={3} tone="quiet">
              Сайт запретил браузерам загружать или запускать это на своих страницах. Покажите список тому, кто
              обслуживает сайт: часто это расширение браузера или вирус на компьютере посетителя.
            </Text>
            <CardList aria-label="Что остановили браузеры">
              {reports.map((report) => (
                <Line key={`${report.directive} ${report.blocked} ${report.page}`} report={report} />
              ))}
            </CardList>
          </Stack>
        )}
      </ListState>
    </Section>
  )
}
