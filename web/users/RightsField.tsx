import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Checkbox, Radio } from '@mantine/core'
import { type CuratorRight, curatorRightNotes, curatorRights } from '#contract/users/curator-rights.ts'
import { Stack } from '#web/ui/layout.tsx'

const all = Object.keys(curatorRights) as CuratorRight[]

/** What a curator may do: everything, or the ticked parts. */
export const RightsField = ({
  value,
  onChange,
  error,
}: {
  value: CuratorRight[] | null
  onChange: (rights: CuratorRight[] | null) => void
  error?: React.ReactNode
}) => (
  <Stack gap={3}>
    <Radio.Group
      label="Права куратора"
      value={value === null ? 'all' : 'some'}
      onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
      error={value === null && error}
    >
      <Stack gap={2} mt={2}>
        <Radio value="all" label="Все права" description="И настройки школы, и журнал изменений, и права других" />
        <Radio value="some" label="Часть прав" description="Остальное этому куратору недоступно" />
      </Stack>
    </Radio.Group>
    {value !== null && (
      <Checkbox.Group
        label="Какие права есть"
        value={value}
        onChange={(chosen) => onChange(all.filter((right) => chosen.includes(right)))}
        error={error}
      >
        <Stack gap={2} mt={2}>
          {all.map((right) => (
            <Checkbox
              key={right}
              value={right}
              label={curatorRights[right]}
              description={curatorRightNotes[right]}
              // for `focusFirstError`
              error={Boolean(error)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    )}
  </Stack>
)
