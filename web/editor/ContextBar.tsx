import { posToDOMRect } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from '#web/editor/ContextBar.module.css'
import { contextOf, type EditorContext } from '#web/editor/context.ts'
import { CalloutControls } from '#web/editor/controls/CalloutControls.tsx'
import { CodeControls } from '#web/editor/controls/CodeControls.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'
import { DetailsControls } from '#web/editor/controls/DetailsControls.tsx'
import { FileControls } from '#web/editor/controls/FileControls.tsx'
import { LinkControls } from '#web/editor/controls/LinkControls.tsx'
import { PictureControls } from '#web/editor/controls/PictureControls.tsx'
import { QuizControls } from '#web/editor/controls/QuizControls.tsx'
import { TableControls } from '#web/editor/controls/TableControls.tsx'
import { VideoControls } from '#web/editor/controls/VideoControls.tsx'
import { isWindowLeft } from '#web/editor/controls/window-left.ts'
import { Row } from '#web/ui/layout.tsx'
import { ownEscape } from '#web/ui/own-escape.ts'

const contexts: Record<EditorContext['kind'], { name: string; Controls: ComponentType<ControlProps> }> = {
  link: { name: 'Ссылка', Controls: LinkControls },
  picture: { name: 'Картинка', Controls: PictureControls },
  video: { name: 'Видео', Controls: VideoControls },
  file: { name: 'Файл', Controls: FileControls },
  codeBlock: { name: 'Код', Controls: CodeControls },
  table: { name: 'Таблица', Controls: TableControls },
  callout: { name: 'Выделенный блок', Controls: CalloutControls },
  details: { name: 'Раскрывающийся блок', Controls: DetailsControls },
  quiz: { name: 'Тест', Controls: QuizControls },
}

const rectOf = ({ view }: Editor, { from, to, kind }: EditorContext) => {
  const dom = kind === 'link' ? null : view.nodeDOM(from)
  return dom instanceof HTMLElement ? dom.getBoundingClientRect() : posToDOMRect(view, from, to)
}

const isSame = (a: EditorContext | null, b: EditorContext | null) =>
  a === b || (a !== null && b !== null && a.kind === b.kind && a.from === b.from && a.to === b.to && a.node === b.node)

/** The first control of the settings that an editor shows. */
export const firstSetting = (frame: Element | null) =>
  frame?.querySelector<HTMLElement>('[role="group"] :is(input:not([hidden]), select, button)')

/** A link that is being made of what is selected. */
const newLink = ({ selection: { from, to } }: EditorState): EditorContext => ({ kind: 'link', from, to, node: null })

/**
 * The settings of what the cursor is in, right under it; while that reaches below the window, at the window's edge.
 * Comes after the text in the order of the page: Tab leads into it.
 */
export const ContextBar = ({
  editor,
  active,
  linking,
  onDone,
  addCaptions,
  editChapters,
  editQuiz,
}: Omit<ControlProps, 'context'> & {
  /** Somebody is at the editor. */
  active: boolean
  /** An address is asked for, whether there is a link already or not. */
  linking: boolean
}) => {
  const context = useEditorState({
    editor,
    selector: ({ editor: { state } }) => contextOf(state) ?? (linking ? newLink(state) : null),
    equalityFn: isSame,
  })
  const shown = active || linking ? (linking && context?.kind !== 'link' ? newLink(editor.state) : context) : null
  const anchor = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, height: 0, left: 0 })

  const [from, kind] = [shown?.from, shown?.kind]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another node is where that one was
  useLayoutEffect(() => {
    const host = anchor.current?.parentElement
    if (!shown || !host || editor.isDestroyed) return
    const measure = () => {
      const [rect, frame] = [rectOf(editor, shown), host.getBoundingClientRect()]
      setPlace({ top: rect.top - frame.top, height: rect.height, left: Math.max(0, rect.left - frame.left - 8) })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(editor.view.dom)
    return () => observer.disconnect()
  }, [from, kind, editor])

  // by a click or an arrow the cursor may get under the bar; what is typed scrolls by itself
  const isShown = shown !== null
  useEffect(() => {
    if (!isShown) return
    const text = editor.view.dom
    const clear = () => {
      const bar = anchor.current?.querySelector('[role="group"]')?.getBoundingClientRect()
      if (!bar || !editor.isFocused) return
      const caret = editor.view.coordsAtPos(editor.state.selection.head)
      if (caret.bottom > bar.top && caret.top < bar.bottom) editor.commands.scrollIntoView()
    }
    text.addEventListener('click', clear)
    text.addEventListener('keyup', clear)
    return () => {
      text.removeEventListener('click', clear)
      text.removeEventListener('keyup', clear)
    }
  }, [isShown, editor])

  if (!shown) return <div ref={anchor} hidden />
  const { name, Controls } = contexts[shown.kind]
  return (
    <div ref={anchor} className={classes.anchor} style={{ top: place.top }}>
      <div style={{ height: place.height }} />
      <Row unprinted align="stretch" className={classes.row}>
        <span style={{ flexBasis: place.left }} />
        <Row
          gap={1}
          wrap
          pad={1}
          ground="surface"
          round="m"
          edge="line"
          shadow="menu"
          fixed
          className={classes.bar}
          role="group"
          aria-label={name}
          {...{ [ownEscape]: '' }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onDone()
            editor.commands.focus()
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (linking && !currentTarget.contains(relatedTarget) && !isWindowLeft(currentTarget)) onDone()
          }}
        >
          <Controls
            // a link that moves stays the one whose address is typed
            key={`${shown.kind} ${shown.kind === 'link' ? editor.getAttributes('link').href : shown.from}`}
            editor={editor}
            context={shown}
            onDone={onDone}
            addCaptions={addCaptions}
            editChapters={editChapters}
            editQuiz={editQuiz}
          />
        </Row>
      </Row>
    </div>
  )
}
