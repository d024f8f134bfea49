import { RichTextEditor } from '@mantine/tiptap'
import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTable,
  IconTableMinus,
} from '@tabler/icons-react'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import { type Editor, useEditorState } from '@tiptap/react'
import { emptyTable } from '#web/editor/tables.ts'

const changes = [
  { label: 'Добавить строку', Icon: IconRowInsertBottom, command: addRowAfter },
  { label: 'Добавить столбец', Icon: IconColumnInsertRight, command: addColumnAfter },
  { label: 'Удалить строку', Icon: IconRowRemove, command: deleteRow },
  { label: 'Удалить столбец', Icon: IconColumnRemove, command: deleteColumn },
  { label: 'Удалить таблицу', Icon: IconTableMinus, command: deleteTable },
]

/** Puts a table in; in a table, changes its rows and columns. */
export const TableControls = ({ editor }: { editor: Editor }) => {
  const inTable = useEditorState({ editor, selector: (state) => state.editor.isActive('table') })
  return (
    <RichTextEditor.ControlsGroup>
      {inTable ? (
        changes.map(({ label, Icon, command }) => (
          <RichTextEditor.Control
            key={label}
            aria-label={label}
            title={label}
            onClick={() => command(editor.state, editor.view.dispatch)}
          >
            <Icon size={16} stroke={1.5} aria-hidden="true" />
          </RichTextEditor.Control>
        ))
      ) : (
        <RichTextEditor.Control
          aria-label="Таблица"
          title="Таблица"
          onClick={() => editor.chain().focus().insertContent(emptyTable()).run()}
        >
          <IconTable size={16} stroke={1.5} aria-hidden="true" />
        </RichTextEditor.Control>
      )}
    </RichTextEditor.ControlsGroup>
  )
}
