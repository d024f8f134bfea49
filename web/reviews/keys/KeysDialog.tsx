import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useUser } from '#web/auth/session.ts'
import {
  bindingOf,
  conflictOf,
  type DeskAction,
  defaultBindings,
  deskActions,
  keepKeys,
  keyLabel,
  useKeySettings,
} from '#web/reviews/keys/desk-keys.ts'
import classes from '#web/reviews/keys/Keys.module.css'
import { Modal } from '#web/ui/Modal.tsx'

const fixed: [string, string][] = [
  ['1–9', 'Отметить критерий: выполнено, частично, не выполнено'],
  ['Ctrl + Enter', 'Подтвердить выбранное решение'],
  ['Enter', 'То же, пока выбрана кнопка'],
  ['Esc', 'Выйти из любого поля, чтобы клавиши снова работали; набранное останется'],
  ['#', 'В комментарии: вставить из банка'],
]

const keyLook = { inline: true, gap: 1.5, justify: 'center', pad: 0, padX: 2.5, size: 2 } as const

/** The keys of the desk: what they do, how to change them, how to switch them off. */
const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const userId = useUser()?.id ?? 0
  const { off, bindings } = useKeySettings()
  const [changing, setChanging] = useState<DeskAction | null>(null)
  const [message, setMessage] = useState('')
  const isDefault = (Object.keys(defaultBindings) as DeskAction[]).every(
    (action) => bindings[action] === defaultBindings[action],
  )
  const take = (event: KeyboardEvent, action: DeskAction) => {
    if (changing !== action || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Tab' || event.key === 'Shift') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setChanging(null)
      return setMessage('')
    }
    const binding = bindingOf(event.nativeEvent)
    if (!binding) return setMessage('Эта клавиша не подойдёт. Нажмите букву или знак.')
    const other = conflictOf(bindings, action, binding)
    if (other) return setMessage(`Клавиша ${keyLabel(binding).label} занята: «${deskActions[other]}». Нажмите другую.`)
    keepKeys(userId, { bindings: { ...bindings, [action]: binding } })
    setChanging(null)
    setMessage(`«${deskActions[action]}» — теперь ${keyLabel(binding).label}`)
  }
  return (
    <Modal onClose={onClose} title="Клавиши" size="lg" closeOnEscape={changing === null}>
      <Stack gap={4}>
        <Switch
          label="Работать клавишами"
          description="Действуют, пока вы не печатаете в поле. Раскладка не важна."
          checked={!off}
          onChange={(event) => keepKeys(userId, { off: !event.currentTarget.checked })}
        />
        <Row wrap justify="between" gap={2.5}>
          <Text role="status" size={3} tone="soft" from={14}>
            {message || 'Чтобы сменить клавишу, нажмите на неё.'}
          </Text>
          {!isDefault && (
            <Button
              variant="default"
              onClick={() => {
                keepKeys(userId, { bindings: defaultBindings })
                setMessage('Клавиши снова как были.')
              }}
            >
              Вернуть как было
            </Button>
          )}
        </Row>
        <dl className={classes.keys}>
          {(Object.keys(deskActions) as DeskAction[]).map((action) => {
            const { label, russian } = keyLabel(bindings[action])
            return (
              <Row gap={3} justify="between" pad={1} padX={0} edge="bottom" key={action}>
                <Text as="dt" size={4} tone={off ? 'quiet' : undefined} shrink>
                  {deskActions[action]}
                </Text>
                <dd>
                  <Row
                    as="button"
                    type="button"
                    {...keyLook}
                    ground="surface"
                    hover="sunken"
                    className={`${classes.key} ${classes.button}`}
                    aria-label={`${deskActions[action]}: ${[label, russian].filter(Boolean).join(' ')}. Изменить`}
                    aria-pressed={changing === action}
                    onClick={() => {
                      setChanging(action)
                      setMessage('Нажмите новую клавишу. Esc — оставить прежнюю.')
                    }}
                    onKeyDown={(event) => take(event, action)}
                    onBlur={() => setChanging(null)}
                  >
                    {changing === action ? '…' : label}{' '}
                    {changing !== action && russian && (
                      <Text as="small" tone="quiet">
                        {russian}
                      </Text>
                    )}
                  </Row>
                </dd>
              </Row>
            )
          })}
          {fixed.map(([key, does]) => (
            <Row gap={3} justify="between" pad={1} padX={0} edge="bottom" key={key}>
              <Text as="dt" size={4} tone={off ? 'quiet' : undefined} shrink>
                {does}
              </Text>
              <dd>
                <Row as="span" {...keyLook} ground="sunken" className={classes.key}>
                  {key}
                </Row>
              </dd>
            </Row>
          ))}
        </dl>
      </Stack>
    </Modal>
  )
}

export default KeysDialog
