import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconBulb,
  IconCheckbox,
  IconChecklist,
  IconCode,
  IconH2,
  IconH3,
  IconH4,
  IconInfoCircle,
  IconItalic,
  IconLayoutNavbarExpand,
  IconLink,
  IconList,
  IconListNumbers,
  IconMath,
  IconMathFunction,
  IconPaperclip,
  IconPhoto,
  IconPilcrow,
  IconSeparator,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
  IconUnderline,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { RichFeature, RichUse } from '#contract/content/rich-text.ts'
import { richUses } from '#contract/content/rich-text.ts'
import { type CalloutKind, calloutNames } from '#web/content/callout-names.ts'
import { mayLink } from '#web/editor/context.ts'
import { insertBlock, isInTitle, placeOfBlock } from '#web/editor/insert-block.ts'
import { emptyTable } from '#web/editor/nodes/tables.ts'

/** What a command may have to ask the writer first. */
export interface Ask {
  /** An address for the selected text. */
  link: () => void
  /** A new formula, or another one in place of that at a position. */
  formula: (formula: { latex: string; block: boolean; at: number | null }) => void
  /** Files from the device; of a wildcard type like `image/*`, or any. */
  files: (type?: string) => void
  /** The questions of a quiz; null for a new one. */
  quiz: (id: number | null) => void
}

/** Something that the editor does: a button, an item of the «/» menu, keys; all of them speak of it alike. */
export interface EditorCommand {
  id: string
  feature: RichFeature
  label: string
  Icon: TablerIcon
  /** As ProseMirror names them: `Mod-b`. */
  keys?: string
  /** In short, for the «/» menu. */
  about?: string
  /** Other words that people look for it by, the Markdown sign among them. */
  keywords?: string
  isActive?: (editor: Editor) => boolean
  run: (editor: Editor, ask: Ask) => void
}

const heading = (
  level: 2 | 3 | 4,
  label: string,
  Icon: TablerIcon,
  about: string,
  keywords: string,
): EditorCommand => ({
  id: `h${level}`,
  feature: 'headings',
  label,
  Icon,
  keys: `Mod-Alt-${level}`,
  about,
  keywords,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

const mark = (name: string, feature: RichFeature, label: string, Icon: TablerIcon, keys: string): EditorCommand => ({
  id: name,
  feature,
  label,
  Icon,
  keys,
  isActive: (editor) => editor.isActive(name),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
})

const list = (
  name: string,
  item: string,
  feature: RichFeature,
  label: string,
  Icon: TablerIcon,
  keys: string,
  about: string,
  keywords: string,
): EditorCommand => ({
  id: name,
  feature,
  label,
  Icon,
  keys,
  about,
  keywords,
  isActive: (editor) => editor.isActive(name),
  run: (editor) => editor.chain().focus().toggleList(name, item).run(),
})

const callout = (kind: CalloutKind, Icon: TablerIcon, about: string, keywords: string): EditorCommand => ({
  id: `callout-${kind}`,
  feature: 'callouts',
  label: calloutNames[kind],
  Icon,
  about,
  keywords,
  isActive: (editor) => editor.isActive('callout', { 'data-callout': kind }),
  run: (editor) => {
    const inside = editor.isActive('callout')
    if (inside) editor.chain().focus().updateAttributes('callout', { 'data-callout': kind }).run()
    else editor.chain().focus().wrapIn('callout', { 'data-callout': kind }).run()
  },
})

/** The text is where people are when the files have been chosen, and where the files go. */
const askFiles = (type?: string) => (editor: Editor, ask: Ask) => {
  editor.commands.focus()
  ask.files(type)
}

/** Puts in an empty table, and the cursor into its first cell; the page shows both. */
const insertTable = (editor: Editor) => {
  const from = placeOfBlock(editor.state) ?? editor.state.selection.from - 1
  let table: number | null = null
  insertBlock(editor, emptyTable())
  editor
    .chain()
    .command(({ tr }) => {
      tr.doc.descendants((node, at) => {
        if (node.type.name === 'table' && at >= from) table ??= at
        return table === null
      })
      if (table !== null) tr.setSelection(TextSelection.create(tr.doc, table + 4))
      return true
    })
    .scrollIntoView()
    .run()
  const drawn = table === null ? null : editor.view.nodeDOM(table)
  if (drawn instanceof HTMLElement) drawn.scrollIntoView({ block: 'nearest' })
}

const all: EditorCommand[] = [
  {
    id: 'paragraph',
    feature: 'paragraphs',
    label: 'Обычный текст',
    Icon: IconPilcrow,
    keys: 'Mod-Alt-0',
    about: 'Абзац без оформления',
    keywords: 'абзац параграф',
    isActive: (editor) => editor.isActive('paragraph'),
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  heading(2, 'Заголовок', IconH2, 'Начинает большую часть', '# крупный h2 раздел'),
  heading(3, 'Подзаголовок', IconH3, 'Начинает часть поменьше', '## средний h3 раздел'),
  heading(4, 'Малый подзаголовок', IconH4, 'Начинает несколько абзацев', '### мелкий h4 раздел'),
  mark('bold', 'bold', 'Полужирный', IconBold, 'Mod-b'),
  mark('italic', 'italic', 'Курсив', IconItalic, 'Mod-i'),
  mark('underline', 'underline', 'Подчёркнутый', IconUnderline, 'Mod-u'),
  mark('strike', 'strike', 'Зачёркнутый', IconStrikethrough, 'Mod-Shift-s'),
  mark('code', 'code', 'Код в строке', IconCode, 'Mod-e'),
  {
    id: 'link',
    feature: 'links',
    label: 'Ссылка',
    Icon: IconLink,
    keys: 'Mod-k',
    about: 'На страницу, почту или телефон',
    keywords: 'адрес url сайт почта',
    isActive: (editor) => editor.isActive('link'),
    run: (editor, ask) => {
      if (mayLink(editor.state.selection)) ask.link()
    },
  },
  list(
    'bulletList',
    'listItem',
    'lists',
    'Список с точками',
    IconList,
    'Mod-Shift-8',
    'Пункты без порядка',
    '- маркированный',
  ),
  list(
    'orderedList',
    'listItem',
    'lists',
    'Нумерованный список',
    IconListNumbers,
    'Mod-Shift-7',
    'Пункты по порядку',
    '1. номера шаги',
  ),
  list(
    'taskList',
    'taskItem',
    'checkLists',
    'Список дел',
    IconCheckbox,
    'Mod-Shift-9',
    'Пункты с галочками',
    '[ ] чек-лист галочки задачи план',
  ),
  {
    id: 'blockquote',
    feature: 'quotes',
    label: 'Цитата',
    Icon: IconBlockquote,
    keys: 'Mod-Shift-b',
    about: 'Чужие слова',
    keywords: '> врезка выдержка',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'picture',
    feature: 'pictures',
    label: 'Картинка',
    Icon: IconPhoto,
    about: 'С устройства; можно просто вставить или перетащить',
    keywords: 'изображение фото рисунок скриншот',
    run: askFiles('image/*'),
  },
  {
    id: 'video',
    feature: 'videos',
    label: 'Видео',
    Icon: IconVideo,
    about: 'С устройства; субтитры добавите потом',
    keywords: 'фильм ролик запись',
    run: askFiles('video/*'),
  },
  {
    id: 'file',
    feature: 'files',
    label: 'Файл',
    Icon: IconPaperclip,
    about: 'Любой: его можно будет скачать',
    keywords: 'документ архив приложение вложение pdf',
    run: askFiles(),
  },
  {
    id: 'table',
    feature: 'tables',
    label: 'Таблица',
    Icon: IconTable,
    about: 'Три на три, с заголовками',
    keywords: 'строки столбцы ячейки',
    isActive: (editor) => editor.isActive('table'),
    run: insertTable,
  },
  {
    id: 'codeBlock',
    feature: 'codeBlocks',
    label: 'Блок кода',
    Icon: IconSourceCode,
    keys: 'Mod-Alt-c',
    about: 'С подсветкой выбранного языка',
    keywords: '``` программа листинг',
    isActive: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'formula',
    feature: 'formulas',
    label: 'Формула',
    Icon: IconMathFunction,
    about: 'Прямо в строке',
    keywords: '$ latex математика уравнение',
    run: (_, ask) => ask.formula({ latex: '', block: false, at: null }),
  },
  {
    id: 'blockFormula',
    feature: 'formulas',
    label: 'Формула отдельно',
    Icon: IconMath,
    about: 'Крупно, на своей строке',
    keywords: '$$ latex математика уравнение',
    run: (_, ask) => ask.formula({ latex: '', block: true, at: null }),
  },
  {
    id: 'quiz',
    feature: 'quizzes',
    label: 'Тест',
    Icon: IconChecklist,
    about: 'Вопросы, которые проверит сайт',
    keywords: 'вопрос опрос викторина проверка quiz',
    run: (_, ask) => ask.quiz(null),
  },
  callout('info', IconInfoCircle, 'Выделяет замечание', 'врезка инфо важно callout'),
  callout('warn', IconAlertTriangle, 'Предупреждает об ошибке', 'врезка внимание предупреждение важно callout'),
  callout('ok', IconBulb, 'Подсказывает, как лучше', 'врезка подсказка хорошо callout'),
  {
    id: 'details',
    feature: 'details',
    label: 'Раскрывающийся блок',
    Icon: IconLayoutNavbarExpand,
    about: 'Прячет ответ или подробности',
    keywords: 'спойлер скрыть свернуть подробнее ответ кат',
    isActive: (editor) => editor.isActive('details'),
    run: (editor) => editor.chain().focus().setDetails().run(),
  },
  {
    id: 'rule',
    feature: 'rules',
    label: 'Черта',
    Icon: IconSeparator,
    about: 'Отделяет части текста',
    keywords: '--- линия разделитель',
    run: (editor) => {
      if (isInTitle(editor.state.selection)) insertBlock(editor, { type: 'horizontalRule' })
      else editor.chain().focus().setHorizontalRule().run()
    },
  },
  {
    id: 'undo',
    feature: 'paragraphs',
    label: 'Отменить ввод',
    Icon: IconArrowBackUp,
    keys: 'Mod-z',
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    id: 'redo',
    feature: 'paragraphs',
    label: 'Вернуть ввод',
    Icon: IconArrowForwardUp,
    keys: 'Mod-Shift-z',
    run: (editor) => editor.chain().focus().redo().run(),
  },
]

const ofFiles = ['picture', 'video', 'file']

/**
 * The commands of a use, by their ids; those that send files only where files can be sent, and quizzes only in a
 * lesson.
 */
export const commandsOf = (
  use: RichUse,
  { files, quizzes = false }: { files: boolean; quizzes?: boolean },
): Map<string, EditorCommand> => {
  const features: readonly RichFeature[] = richUses[use]
  const usable = all.filter(
    ({ id, feature }) => features.includes(feature) && (files || !ofFiles.includes(id)) && (quizzes || id !== 'quiz'),
  )
  return new Map(usable.map((command) => [command.id, command]))
}

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const macSigns: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }

/** Keys as people read them: «Ctrl+Shift+8». */
export const keysText = (keys: string) => {
  const parts = keys.split('-').map((key) => (key.length === 1 ? key.toUpperCase() : key))
  if (isMac) return parts.map((key) => macSigns[key] ?? key).join('')
  return parts.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join('+')
}
