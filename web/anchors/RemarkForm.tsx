import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import { maxRemarkLength } from '#contract/reviews/reviews.schema.ts'
import classes from '#web/anchors/Anchors.module.css'
import { type KeptRemark, openUnfinished } from '#web/anchors/unfinished-remarks.ts'
import { countAsOpen, page } from '#web/outbox/outbox-owner.ts'
import { leaveField } from '#web/ui/leave-field.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** Calls `keep` when the form goes away before it was finished: with its pane, its picture or its page. */
const useKeepUnfinished = (keep: () => void) => {
  const finished = useRef(false)
  const keepOnce = useEffectEvent(() => {
    if (finished.current) return
    finished.current = true
    keep()
  })
  useEffect(() => {
    const leave = () => keepOnce()
    // the whole page goes: nothing is unmounted then
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      keepOnce()
    }
  }, [])
  return finished
}

/**
 * Writes a remark at a place, the `anchor`, which `about` names. What was typed is added, too, when the form goes away
 * unfinished; a verdict asks first. With `askQuote` the passage that it is about is asked for first; it returns what is
 * wrong with it, or null. Unfinished, it may come with a passage that is not there.
 */
export const RemarkForm = ({
  about,
  anchor = null,
  draftKey,
  askQuote,
  onAdd,
  onCancel,
}: {
  about: string
  anchor?: Anchor | null
  /** Where the device keeps what is typed and its place, for a tab that dies without a word. */
  draftKey: string
  askQuote?: (quote: string) => string | null
  onAdd: (text: string, quote: string) => void
  onCancel: () => void
}) => {
  const [kept, keep, clearText] = useDeviceDraft<KeptRemark | null>(draftKey, null)
  const text = kept?.text ?? ''
  const setText = (text: string) => keep({ text, anchor, page })
  const [quote, setQuote] = useState('')
  const [problem, setProblem] = useState<{ quote?: string | null; text?: string }>({})
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // not by an attribute: a dialog around would take the focus for its own
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  // this page counts as open from now on: no other one takes what is typed here for left
  useEffect(countAsOpen, [])

  const addTyped = () => {
    clearText()
    if (text.trim()) onAdd(text.trim(), quote)
  }
  const finished = useKeepUnfinished(addTyped)
  const cancel = () => {
    finished.current = true
    clearText()
    onCancel()
  }
  const add = () => {
    const wrong = {
      quote: askQuote?.(quote) ?? null,
      ...(text.trim() === '' ? { text: 'Напишите, что здесь поправить' } : {}),
    }
    setProblem(wrong)
    if (wrong.quote || wrong.text) return
    finished.current = true
    addTyped()
  }
  // a verdict looks at it while it is drawn itself, when no effect event may be called
  const latest = useRef({ text: '', addTyped, cancel })
  useEffect(() => {
    latest.current = { text: text.trim(), addTyped, cancel }
  })
  useEffect(() => {
    const finish = (act: () => void) => {
      finished.current = true
      act()
    }
    return openUnfinished({
      text: () => latest.current.text,
      add: () => finish(latest.current.addTyped),
      drop: () => finish(latest.current.cancel),
    })
  }, [finished])
  const onKeyDown = (event: KeyboardEvent) => {
    // what is around the form has keys of its own
    event.stopPropagation()
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      // what was typed is not thrown away by a key: it stays, and the keys of the desk work again
      if (text.trim() === '') cancel()
      else leaveField(event.target as HTMLElement)
    }
  }
  return (
    // Enter and Escape belong to the fields inside
    <Stack gap={2.5} pad={3} tone="ink" ground="surface" round="s" edge="firm" onKeyDown={onKeyDown}>
      {askQuote && (
        <TextInput
          ref={first}
          label="О каких словах"
          placeholder="Перепишите слова из работы"
          value={quote}
          onChange={(event) => setQuote(event.currentTarget.value)}
          error={problem.quote}
        />
      )}
      <Textarea
        ref={askQuote ? undefined : first}
        label={`Замечание: ${about}`}
        classNames={{ label: classes.about as string }}
        placeholder="Что поправить"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxRemarkLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem.text}
      />
      <Row gap={2} wrap align="stretch">
        <Button size="sm" onClick={add}>
          Добавить
        </Button>
        <Button size="sm" variant="subtle" color="gray" onClick={cancel}>
          Отмена
        </Button>
      </Row>
    </Stack>
  )
}
