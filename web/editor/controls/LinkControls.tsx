import { IconExternalLink, IconLinkOff } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { linkOf } from '#web/content/known-links.ts'
import classes from '#web/editor/ContextBar.module.css'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'
import { meantAddress } from '#web/editor/controls/meant-address.ts'
import { isWindowLeft } from '#web/editor/controls/window-left.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/**
 * Shows where a link leads and lets it be changed; without a link, makes one of what is selected. Leaving the settings
 * saves the address, too, but for Escape; what is no address stays there first, with the problem.
 */
export const LinkControls = ({ editor, context: { from, to }, onDone }: ControlProps) => {
  const id = useId()
  const current: string = editor.getAttributes('link').href ?? ''
  const [address, setAddress] = useState(current)
  const [problem, setProblem] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** Whether it is neither saved nor given up. */
  const isOpen = useRef(false)
  useEffect(() => {
    if (current === '') input.current?.focus()
  }, [current])

  const finish = () => {
    isOpen.current = false
    onDone()
    editor.commands.focus()
  }
  const setLink = (href: string) => {
    const chain = editor.chain().setTextSelection({ from, to })
    if (from === to)
      chain.insertContent([{ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }])
    else chain.setLink({ href })
    chain.setTextSelection(from === to ? from + address.trim().length : to).run()
  }
  const save = () => {
    const href = meantAddress(address)
    if (!href) return setProblem(true)
    setLink(href)
    finish()
  }
  const saveWhenLeft = (event: FocusEvent) => {
    const { currentTarget, relatedTarget } = event
    if (isWindowLeft(currentTarget) || currentTarget.contains(relatedTarget)) return
    const href = isOpen.current ? meantAddress(address) : null
    if (isOpen.current && !href && address.trim() !== '' && !problem) {
      // the settings would close; left again, the address is given up
      event.stopPropagation()
      input.current?.focus()
      return setProblem(true)
    }
    isOpen.current = false
    if (href) setLink(href)
  }
  return (
    <Box
      className={classes.controls}
      onBlur={saveWhenLeft}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isOpen.current = false
      }}
    >
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
            isOpen.current = true
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
    </Box>
  )
}
