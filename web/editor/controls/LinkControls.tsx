import { IconExternalLink, IconLinkOff } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { linkOf } from '#web/content/known-links.ts'
import classes from '#web/editor/ContextBar.module.css'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'
import { meantAddress } from '#web/editor/controls/meant-address.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** Shows where a link leads and lets it be changed; without a link, makes one of what is selected. */
export const LinkControls = ({ editor, context: { from, to }, onDone }: ControlProps) => {
  const id = useId()
  const current: string = editor.getAttributes('link').href ?? ''
  const [address, setAddress] = useState(current)
  const [problem, setProblem] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (current === '') input.current?.focus()
  }, [current])

  const finish = () => {
    onDone()
    editor.commands.focus()
  }
  const save = () => {
    const href = meantAddress(address)
    if (!href) return setProblem(true)
    const chain = editor.chain().setTextSelection({ from, to })
    if (from === to)
      chain.insertContent([{ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }])
    else chain.setLink({ href })
    chain.setTextSelection(from === to ? from + address.trim().length : to).run()
    finish()
  }
  return (
    <>
      <Row as="label" gap={2} size={2} tone="soft" className={classes.field}>
        Адрес
        <input
          ref={input}
          value={address}
          placeholder="https://…"
          inputMode="url"
          autoComplete="off"
          aria-invalid={problem}
          aria-describedby={problem ? id : undefined}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setProblem(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
        />
      </Row>
      <BarButton onClick={save}>Готово</BarButton>
      {current && (
        <>
          <span className={classes.line} aria-hidden="true" />
          <BarButton
            label="Открыть в новой вкладке"
            Icon={IconExternalLink}
            onClick={() => window.open(linkOf(current), '_blank', 'noopener,noreferrer')}
          />
          <BarButton
            label="Убрать ссылку"
            Icon={IconLinkOff}
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run()
              finish()
            }}
          />
        </>
      )}
      {problem && (
        <Text as="span" id={id} role="alert" size={2} tone="bad" className={classes.problem}>
          Это не похоже на адрес. Пример: https://example.com/page или имя@example.com
        </Text>
      )}
    </>
  )
}
