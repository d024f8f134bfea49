import { Button } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LtiPlatform, LtiTool } from '#contract/lti/lti.schema.ts'
import { counted } from '#contract/plural.ts'
import { lateDialog } from '#web/app/late.tsx'
import { toolsQuery, useRemoveTool } from '#web/lti/lti.queries.ts'
import { AddableList } from '#web/ui/AddableList.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { RemoveButton } from '#web/ui/RemoveButton.tsx'

const ToolDialog = lateDialog(() => import('#web/lti/ToolDialog.tsx'))
const ToolDataDialog = lateDialog(() => import('#web/lti/ToolDataDialog.tsx'))

const sharedText = ({ shares_name, shares_email }: LtiTool) => {
  if (shares_name && shares_email) return 'узнаёт имя и почту'
  if (shares_name) return 'узнаёт имя'
  return shares_email ? 'узнаёт почту' : 'людей не узнаёт'
}

const linksText = (links: number) => (links === 0 ? 'в уроках нет' : `в ${counted(links, 'уроке', 'уроках', 'уроках')}`)

const Line = ({ tool, platform }: { tool: LtiTool; platform: LtiPlatform }) => {
  const { id, name, login_url, links } = tool
  const [open, setOpen] = useState<'data' | 'form' | null>(null)
  const removal = useRemoveTool()
  return (
    <CardRow justify="between">
      <Stack from={16} anywhere>
        <Text weight="medium">
          № {id}. {name}
        </Text>
        <Text size={3} tone="soft">
          {new URL(login_url).host}
        </Text>
        <Text size={3} tone="quiet">
          {linksText(links)} · {sharedText(tool)}
        </Text>
      </Stack>
      <Row gap={2} wrap>
        <Button
          size="xs"
          variant="default"
          aria-label={`Данные для инструмента: ${name}`}
          onClick={() => setOpen('data')}
        >
          Данные
        </Button>
        <Button size="xs" variant="default" aria-label={`Изменить инструмент: ${name}`} onClick={() => setOpen('form')}>
          Изменить
        </Button>
        <RemoveButton
          id={id}
          label={`Удалить инструмент: ${name}`}
          question={{
            title: `Удалить инструмент «${name}»?`,
            text: 'Открыть его из уроков станет нельзя. Результаты, которые он уже прислал, останутся.',
          }}
          removal={removal}
          done="Инструмент удалён"
          failed="Не удалось удалить инструмент"
        />
      </Row>
      {open === 'data' && <ToolDataDialog tool={tool} platform={platform} onClose={() => setOpen(null)} />}
      {open === 'form' && <ToolDialog tool={tool} platform={platform} onClose={() => setOpen(null)} />}
    </CardRow>
  )
}

/** Tools of other sites that lessons open (LTI 1.3). */
export const LtiTools = () => {
  const query = useQuery(toolsQuery)
  return (
    <AddableList
      title="Внешние инструменты"
      add="Добавить инструмент"
      query={query}
      items={({ tools }) => tools}
      empty={{
        icon: IconPuzzle,
        title: 'Инструментов пока нет',
        text: 'Добавьте тренажёр или другой сервис со стандартом LTI 1.3: преподаватели поставят его в урок, а баллы вернутся на сайт.',
      }}
      dialog={(onClose) => query.data && <ToolDialog tool={null} platform={query.data.platform} onClose={onClose} />}
    >
      {(tool, { platform }) => <Line key={tool.id} tool={tool} platform={platform} />}
    </AddableList>
  )
}
