import {
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableColumn,
  IconTableMinus,
  IconTableRow,
} from '@tabler/icons-react'
import { addColumnAfter, addRowAfter, deleteTable, toggleHeaderColumn, toggleHeaderRow } from '@tiptap/pm/tables'
import classes from '#web/editor/ContextBar.module.css'
import { BarButton } from '#web/editor/controls/BarButton.tsx'
import type { ControlProps } from '#web/editor/controls/control-props.ts'
import { removeColumn, removeRow } from '#web/editor/nodes/tables.ts'

const changes = [
  { label: 'Добавить строку', Icon: IconRowInsertBottom, command: addRowAfter },
  { label: 'Добавить столбец', Icon: IconColumnInsertRight, command: addColumnAfter },
  { label: 'Удалить строку', Icon: IconRowRemove, command: removeRow },
  { label: 'Удалить столбец', Icon: IconColumnRemove, command: removeColumn },
  null,
  { label: 'Первая строка: заголовки', Icon: IconTableRow, command: toggleHeaderRow },
  { label: 'Первый столбец: заголовки', Icon: IconTableColumn, command: toggleHeaderColumn },
  null,
  { label: 'Удалить таблицу', Icon: IconTableMinus, command: deleteTable, danger: true },
]

/** Changes the rows and columns of a table. */
export const TableControls = ({ editor }: ControlProps) =>
  changes.map((change, index) =>
    change ? (
      <BarButton
        key={change.label}
        label={change.label}
        Icon={change.Icon}
        danger={change.danger ?? false}
        onClick={() => {
          change.command(editor.state, editor.view.dispatch)
          editor.commands.focus()
        }}
      />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <span key={index} className={classes.line} aria-hidden="true" />
    ),
  )
