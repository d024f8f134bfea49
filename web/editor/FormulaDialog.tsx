import { Box, Center, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { maxFormulaLength } from '#contract/content/formula-limits.ts'
import { useUser } from '#web/auth/session.ts'
import classes from '#web/editor/FormulaDialog.module.css'
import { Modal } from '#web/ui/Modal.tsx'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** A formula that is being written. */
export interface OpenFormula {
  latex: string
  block: boolean
  /** Where it is in the text; a new one goes where the cursor is. */
  at: number | null
}

/** The formula as it will look, or as it looked last, and what is wrong with it now. */
const useDrawn = (latex: string, block: boolean) => {
  const [drawn, setDrawn] = useState<{ html: string; problem: string | null }>({ html: '', problem: null })
  useEffect(() => {
    let left = false
    const draw = async () => {
      const { tryFormula } = await import('#web/content/formulas.ts')
      if (left) return
      const tried = latex.trim() ? tryFormula(latex.trim(), block) : { html: '' }
      setDrawn(({ html }) => ('html' in tried ? { ...tried, problem: null } : { html, ...tried }))
    }
    void draw()
    return () => {
      left = true
    }
  }, [latex, block])
  return drawn
}

/** As soon as it is there: the dialog itself would do it a moment later. */
const focusOn = (field: HTMLElement | null) => field?.focus()

const examples = [
  '\\frac{a}{b}',
  'x^{2}',
  'x_{1}',
  '\\sqrt{x}',
  '\\sum_{i=1}^{n}',
  '\\pi',
  '\\le',
  '\\cdot',
  '\\text{слово}',
]

/**
 * Asks for a formula in LaTeX and shows it while it is written. What is typed is kept on the device until the dialog is
 * closed: a reload ends it.
 */
export const FormulaDialog = ({
  formula,
  text,
  onSave,
  onClose,
}: {
  formula: OpenFormula
  /** What the text that it is for is called among those of the page, and by no other one. */
  text: string
  onSave: (latex: string) => void
  onClose: () => void
}) => {
  const place = `${location.pathname}:${text}:${formula.block}:${formula.latex}`
  const [latex, setLatex, clear] = useDeviceDraft(`formula:${useUser()?.id}:${place}`, formula.latex)
  const close = () => {
    clear()
    onClose()
  }
  const { modal, onInput, setTyped } = useCloseGuard(close)
  const isChanged = latex !== formula.latex
  useEffect(() => {
    if (isChanged) setTyped(true)
  }, [isChanged, setTyped])
  const { html, problem } = useDrawn(latex, formula.block)
  const save = () => {
    if (!latex.trim() || problem) return
    clear()
    onSave(latex.trim())
  }
  return (
    <Modal {...modal} title="Формула" returnFocus={false} size="lg">
      <form
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault()
          // React takes it through the dialog to the form of the page
          event.stopPropagation()
          save()
        }}
      >
        <Textarea
          ref={focusOn}
          label="В записи LaTeX"
          classNames={{ input: classes.source as string }}
          value={latex}
          maxLength={maxFormulaLength}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          error={problem}
          onChange={(event) => setLatex(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault()
              save()
            }
          }}
        />
        <Row as="fieldset" gap={1.5} wrap align="stretch" mt={2.5} mb={4}>
          <Box as="legend" aloud>
            Добавить
          </Box>
          {examples.map((example) => (
            <Box
              as="button"
              key={example}
              type="button"
              pad={0.5}
              padX={2}
              size={2}
              tone="soft"
              ground="surface"
              round="s"
              edge="firm"
              hover="sunken"
              className={classes.example}
              onClick={() => setLatex(`${latex}${latex && ' '}${example}`)}
            >
              {example}
            </Box>
          ))}
        </Row>
        <Center
          pad={3}
          padX={4}
          ground="sunken"
          round="m"
          className={classes.drawn}
          role="img"
          aria-label="Как она будет выглядеть"
        >
          {html ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX drew it, trusting nothing in it
            <div data-old={problem ? true : undefined} dangerouslySetInnerHTML={{ __html: html }} />
          ) : (
            <Text as="span" size={3} tone="quiet">
              Здесь будет видно, как она выглядит
            </Text>
          )}
        </Center>
        <Row wrap justify="end" gap={2.5} mt={4.5}>
          <Button variant="default" onClick={close}>
            Отменить
          </Button>
          <Button type="submit" disabled={!latex.trim() || problem !== null}>
            {formula.at === null ? 'Вставить' : 'Готово'}
          </Button>
        </Row>
      </form>
    </Modal>
  )
}
