import '#web/ui/input-styles.ts'
import { ActionIcon, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import classes from '#web/reviews/Verdict.module.css'
import type { VerdictDraft } from '#web/reviews/verdict-draft.ts'

/** «Что исправить»: what the last verdict left to fix, to be ticked off, and what is new. */
export const RemarksField = ({
  draft: { remarks, remark },
  change,
}: {
  draft: VerdictDraft
  change: (changes: Partial<VerdictDraft>) => void
}) => {
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    const text = remark.trim()
    if (text) change({ remarks: [...remarks, { text, done: false }], remark: '' })
    field.current?.focus()
  }
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  const done = remarks.filter((item) => item.done).length
  return (
    <fieldset className={classes.remarks}>
      <legend>
        <span>Что исправить</span>
        {remarks.some(({ before }) => before) && (
          <small>
            {done} из {remarks.length} готово
          </small>
        )}
      </legend>
      {remarks.length > 0 && (
        <ul>
          {remarks.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two remarks may say the same
            <li key={index} data-done={item.done || undefined}>
              {item.before ? (
                <Checkbox
                  label={item.text}
                  description="Из прошлой попытки"
                  checked={item.done}
                  onChange={() =>
                    change({
                      remarks: remarks.map((other) => (other === item ? { ...item, done: !item.done } : other)),
                    })
                  }
                />
              ) : (
                <p>{item.text}</p>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Убрать: ${item.text}`}
                onClick={() => {
                  change({ remarks: remarks.filter((other) => other !== item) })
                  field.current?.focus()
                }}
              >
                <IconX size={16} stroke={2} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <TextInput
          ref={field}
          aria-label="Новое замечание"
          placeholder="Например: увеличьте поля"
          maxLength={2000}
          value={remark}
          onChange={(event) => change({ remark: event.currentTarget.value })}
          onKeyDown={addByEnter}
        />
        <ActionIcon variant="default" size={40} aria-label="Добавить замечание" onClick={add}>
          <IconPlus size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
    </fieldset>
  )
}
