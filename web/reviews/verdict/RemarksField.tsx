import { called } from '#contract/users/student-word.ts'
import { Center, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { ActionIcon, Checkbox, TextInput } from '@mantine/core'
import { IconMapPin, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { maxRemarkLength, type Remark } from '#contract/reviews/reviews.schema.ts'
import { remarkKey } from '#web/anchors/placed-remarks.ts'
import { anchorText } from '#web/reviews/task/anchor-text.ts'
import { remarkLineId } from '#web/reviews/task/use-task-remarks.ts'
import { panesThatFit } from '#web/reviews/use-panes.ts'
import classes from '#web/reviews/verdict/Remarks.module.css'
import { useVerdictDraft } from '#web/reviews/verdict/VerdictDraftProvider.tsx'
import {
  type DraftRemark,
  remarkProblem,
  type VerdictChange,
  type VerdictDraft,
} from '#web/reviews/verdict/verdict-draft.ts'
import { useCompletion } from '#web/saved-comments/use-completion.tsx'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** «Что исправить»: what the last verdict left to fix, to be ticked off, and what is new. */
export const RemarksField = ({
  draft: { remarks, remark },
  earlier,
  courseId,
  firstName,
  change,
}: {
  draft: VerdictDraft
  /** The remarks of the last verdict, with what the student says to them. */
  earlier: Remark[]
  courseId: number
  firstName: string
  change: (changes: VerdictChange) => void
}) => {
  const field = useRef<HTMLInputElement>(null)
  const completion = useCompletion({
    field,
    value: remark,
    change: (value) => change({ remark: value }),
    courseId,
    firstName,
  })
  const problem = remarkProblem(remark)
  const removals = useRef<number[]>([])
  // another task is open then, or the verdict is made
  useEffect(() => () => removals.current.forEach(dismissToast), [])
  const remove = (item: DraftRemark, place: number) => {
    change({ remarks: remarks.filter((other) => other !== item) })
    field.current?.focus()
    const shown = toast({
      severity: 'info',
      summary: 'Замечание убрано',
      action: {
        label: 'Вернуть',
        onClick: () => change((now) => ({ remarks: now.remarks.toSpliced(place, 0, item) })),
      },
      // beside the verdict, not over it
      ...(panesThatFit() === 3 && { group: 'desk' }),
    })
    removals.current.push(shown)
  }
  const add = () => {
    const text = remark.trim()
    if (text && !problem) change({ remarks: [...remarks, { text, done: false }], remark: '' })
    field.current?.focus()
  }
  const takeKey = (event: KeyboardEvent) => {
    if (completion.takeKey(event) || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  const done = remarks.filter((item) => item.done).length
  return (
    <fieldset>
      <Row as="legend" align="baseline" justify="between" mb={2} size={4} weight="strong" className={classes.legend}>
        <span>Что исправить</span>
        {remarks.some(({ before }) => before) && (
          <Text as="small" tone="quiet" weight="plain">
            {done} из {remarks.length} готово
          </Text>
        )}
      </Row>
      {remarks.length > 0 && (
        <Stack as="ul" gap={2} mb={2} plain>
          {remarks.map((item, index) => (
            <RemarkRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two remarks may say the same
              key={index}
              number={index + 1}
              item={item}
              remark={earlier.find(({ id }) => id === item.id)}
              onTick={() =>
                change({ remarks: remarks.map((other) => (other === item ? { ...item, done: !item.done } : other)) })
              }
              onRemove={() => remove(item, index)}
            />
          ))}
        </Stack>
      )}
      <div className={classes.add}>
        <TextInput
          ref={field}
          aria-label="Новое замечание"
          placeholder="Например: увеличьте поля"
          maxLength={maxRemarkLength}
          value={remark}
          error={problem}
          onChange={(event) => change({ remark: event.currentTarget.value })}
          onKeyDown={takeKey}
          {...completion.fieldProps}
        />
        <ActionIcon variant="default" size={40} aria-label="Добавить замечание" onClick={add}>
          <IconPlus size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        {completion.options}
      </div>
    </fieldset>
  )
}

/** What the student says to a remark, beside where it comes from: «из попытки 1 · говорит, что исправлено». */
const textAbout = (remark: Remark | undefined) =>
  [
    remark ? `из попытки ${remark.attempt}` : 'из прошлой попытки',
    remark?.fixed && `${called('студент')} отметил: исправлено`,
  ]
    .filter(Boolean)
    .join(' · ')

const RemarkRow = ({
  number,
  item,
  remark,
  onTick,
  onRemove,
}: {
  number: number
  item: DraftRemark
  remark: Remark | undefined
  onTick: () => void
  onRemove: () => void
}) => {
  const { showAnchor } = useVerdictDraft()
  return (
    <Row
      as="li"
      id={remarkLineId(remarkKey(item, number - 1))}
      gap={2}
      align="start"
      justify="between"
      size={3}
      tone={item.done ? 'soft' : undefined}
      ground="sunken"
      round="s"
      loose
      className={classes.remark}
      tabIndex={-1}
    >
      <Stack gap={1} grow anywhere className={classes.text}>
        {item.before ? (
          <Checkbox
            label={item.text}
            description={`Замечание ${number}, ${textAbout(remark)}`}
            checked={item.done}
            onChange={onTick}
          />
        ) : (
          <Row as="p" gap={2.5} align="stretch">
            <Center as="span" size={1} weight="strong" round="full" fixed className={classes.number} aria-hidden="true">
              {number}
            </Center>
            {item.text}
          </Row>
        )}
        {remark?.answer && (
          <Text tone="soft" className={classes.answer}>
            {called('Студент')}: {remark.answer}
          </Text>
        )}
        {item.anchor && (
          <Row
            as="button"
            type="button"
            gap={1}
            inline
            pad={0}
            padX={1}
            size={2}
            tone="brand"
            className={classes.anchor}
            onClick={() => showAnchor(item)}
          >
            <IconMapPin size={14} stroke={1.75} aria-hidden="true" />
            {anchorText(item.anchor)}
          </Row>
        )}
      </Stack>
      <ActionIcon variant="subtle" color="gray" aria-label={`Убрать: ${item.text}`} onClick={onRemove}>
        <IconX size={16} stroke={2} aria-hidden="true" />
      </ActionIcon>
    </Row>
  )
}
