import type { RichTextEditorLabels } from '@mantine/tiptap'

/** The editor's controls in Russian: their accessible names. */
export const editorLabels: Partial<RichTextEditorLabels> = {
  boldControlLabel: 'Полужирный',
  italicControlLabel: 'Курсив',
  underlineControlLabel: 'Подчёркнутый',
  strikeControlLabel: 'Зачёркнутый',
  codeControlLabel: 'Код в строке',
  codeBlockControlLabel: 'Блок кода',
  h2ControlLabel: 'Заголовок',
  h3ControlLabel: 'Подзаголовок',
  h4ControlLabel: 'Малый подзаголовок',
  bulletListControlLabel: 'Список с точками',
  orderedListControlLabel: 'Нумерованный список',
  blockquoteControlLabel: 'Врезка',
  hrControlLabel: 'Черта',
  linkControlLabel: 'Ссылка',
  unlinkControlLabel: 'Убрать ссылку',
  undoControlLabel: 'Отменить',
  redoControlLabel: 'Вернуть',
  linkEditorInputLabel: 'Адрес ссылки',
  linkEditorInputPlaceholder: 'https://…',
  linkEditorExternalLink: 'Откроется в новой вкладке',
  linkEditorInternalLink: 'Откроется в этой вкладке',
  linkEditorSave: 'Готово',
}
