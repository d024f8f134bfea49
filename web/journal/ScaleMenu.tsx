import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconSettings } from '@tabler/icons-react'
import { coursesApi } from '#contract/courses/courses.api.ts'
import { type Scale, scaleNames, scales } from '#contract/journal/scales.ts'
import { useAct } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * How the marks of a course are shown, to everybody: apart from what narrows the journal, which only the reader sees.
 * A change loses nothing, since marks are kept as points, and can be taken back.
 */
export const ScaleMenu = ({ courseId, scale }: { courseId: number; scale: Scale }) => {
  const change = useAct(coursesApi.update, (scale: Scale) => ({ params: { id: courseId }, body: { scale } }))
  const set = async (to: Scale, back?: Scale) => {
    // the page may have been left by the time it is taken back
    try {
      await change.mutateAsync(to)
      toast({
        severity: 'success',
        summary: `Шкала курса: ${scaleNames[to].toLowerCase()}`,
        detail: 'Сами баллы остались прежними',
        key: 'scale',
        ...(back && { action: { label: 'Отменить', onClick: () => void set(back) } }),
      })
    } catch (error) {
      reportError(error, 'Шкала не изменена')
    }
  }
  return (
    <Menu position="bottom-end" shadow="md" width={240} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size="2.25rem" aria-label="Настройки журнала" loading={change.isPending}>
          <IconSettings size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Шкала оценок курса</Menu.Label>
        {scales.map((value) => (
          <Menu.Item
            key={value}
            aria-current={value === scale || undefined}
            rightSection={value === scale && <IconCheck size={16} stroke={2} aria-hidden="true" />}
            onClick={() => value !== scale && void set(value, scale)}
          >
            {scaleNames[value]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
