import { type Extensions, Mark, Node } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { type RichFeature, type RichUse, richUses } from '#contract/content/rich-text.ts'
import { CaretAtOnce } from '#web/editor/caret-at-once.ts'
import type { Ask, EditorCommand } from '#web/editor/commands.ts'
import { FocusAtOnce } from '#web/editor/focus-at-once.ts'
import { HighlightCode } from '#web/editor/highlight-code.ts'
import { withSign } from '#web/editor/mark-signs.ts'
import { Markdown } from '#web/editor/markdown.ts'
import { Callout } from '#web/editor/nodes/callout.ts'
import { CheckItem, CheckList } from '#web/editor/nodes/check-list.ts'
import { withLines } from '#web/editor/nodes/code-block.ts'
import { Collapsible, CollapsibleContent, CollapsibleSummary } from '#web/editor/nodes/collapsible.ts'
import { FileCard } from '#web/editor/nodes/file-card.ts'
import { BlockFormula, InlineFormula } from '#web/editor/nodes/formula.ts'
import { Link } from '#web/editor/nodes/link.ts'
import { NumberedList } from '#web/editor/nodes/numbered-list.ts'
import { Picture } from '#web/editor/nodes/picture.ts'
import { QuizPlace } from '#web/editor/nodes/quiz.ts'
import { inItsPlace } from '#web/editor/nodes/rule.ts'
import { Tables } from '#web/editor/nodes/tables.ts'
import { Video } from '#web/editor/nodes/video.ts'
import { OwnCopies } from '#web/editor/paste/own-copies.ts'
import { slashMenu } from '#web/editor/slash-menu.ts'
import { Typography } from '#web/editor/typography.ts'
import { UploadPlaces } from '#web/editor/upload-places.ts'
import { WrapLists } from '#web/editor/wrap-lists.ts'

/** What makes a feature of contract/content/rich-text.ts, where the starter kit has no part for it. */
const own: { [feature in RichFeature]?: Extensions } = {
  links: [Link],
  lists: [NumberedList],
  checkLists: [CheckList, CheckItem],
  tables: [Tables],
  formulas: [InlineFormula, BlockFormula],
  pictures: [Picture],
  videos: [Video],
  files: [FileCard],
  quizzes: [QuizPlace],
  callouts: [Callout],
  details: [Collapsible, CollapsibleSummary, CollapsibleContent],
}

const starterKit = (has: (feature: RichFeature) => boolean) =>
  StarterKit.extend({
    addExtensions() {
      const parts = this.parent?.() ?? []
      return parts.map((part) => {
        if (part instanceof Mark) return withSign(part)
        if (!(part instanceof Node)) return part
        if (part.name === 'horizontalRule') return inItsPlace(part)
        return part.name === 'codeBlock' ? withLines(part) : part
      })
    },
  }).configure({
    link: false,
    orderedList: false,
    ...(has('bold') ? {} : { bold: false }),
    ...(has('italic') ? {} : { italic: false }),
    ...(has('underline') ? {} : { underline: false }),
    ...(has('strike') ? {} : { strike: false }),
    ...(has('code') ? {} : { code: false }),
    ...(has('lists') ? {} : { bulletList: false, listItem: false }),
    ...(has('quotes') ? {} : { blockquote: false }),
    ...(has('rules') ? {} : { horizontalRule: false }),
    heading: has('headings') && { levels: [2, 3, 4] },
    codeBlock: has('codeBlocks') && { enableTabIndentation: true, tabSize: 2 },
  })

/** The nodes and marks of a text for this use: exactly what the server lets through. */
export const textExtensions = (use: RichUse): Extensions => {
  const features: readonly RichFeature[] = richUses[use]
  return [
    starterKit((feature) => features.includes(feature)),
    WrapLists,
    ...features.flatMap((feature) => own[feature] ?? []),
  ]
}

/** The editor of a use: its nodes and marks, and what helps to write them. */
export const editorExtensions = (
  use: RichUse,
  { commands, ask, placeholder }: { commands: Map<string, EditorCommand>; ask: Ask; placeholder?: string | undefined },
): Extensions => [
  ...textExtensions(use),
  FocusAtOnce,
  CaretAtOnce,
  Markdown,
  Typography,
  HighlightCode,
  UploadPlaces,
  OwnCopies,
  slashMenu(commands, ask),
  Placeholder.configure({ placeholder: placeholder ?? 'Пишите здесь. Знак «/» вставит картинку, таблицу, формулу…' }),
]
