import type { MadeContent, MadeTable } from '#server/organisation/made-content.ts'
import { decorate, openTaggedPdf, type Pdf } from '#server/pdf/tagged-pdf.ts'

/** The signature as the document prints it. */
export interface PrintedSignature {
  number: string
  signer: string
  post: string
  /** Day and time in Moscow. */
  signedAt: string
  rules: string
  /** The address that confirms the number. */
  address: string
}

/** A document to draw; without a signature it is a draft to look at. */
export interface MadeDrawing {
  content: MadeContent
  /** The day of the data, DD.MM.YYYY. */
  day: string
  /** ISO 8601. */
  at: string
  signature: PrintedSignature | null
}

const margin = 40
const cellPadding = 4
/** How much of a row that is taller than a page begins at the end of one, in points. */
const leastPart = 60
const ink = '#16181d'
const quiet = '#555b66'
const line = '#c9ced8'

// the types of the library are older than the library
interface CellOptions {
  title?: string
  scope?: 'Column' | 'Row'
}
type Element = PDFKit.PDFStructureElement

const left = margin
const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin
const bottomOf = (pdf: Pdf) => pdf.page.height - margin - 16

/** Adds a paragraph or heading to the reading order. */
const addText = (
  pdf: Pdf,
  parent: Element,
  tag: string,
  text: string,
  { size = 10, bold = false, gap = 6, color = ink } = {},
) => {
  pdf.font(bold ? 'bold' : 'plain').fontSize(size)
  const height = pdf.heightOfString(text, { width: widthOf(pdf) })
  if (pdf.y + height > bottomOf(pdf)) pdf.addPage()
  const y = pdf.y
  parent.add(
    pdf.struct(tag, {}, () => {
      pdf
        .font(bold ? 'bold' : 'plain')
        .fontSize(size)
        .fillColor(color)
        .text(text, left, y, { width: widthOf(pdf) })
    }),
  )
  pdf.y = y + height + gap
}

const drawTable = (pdf: Pdf, root: Element, { columns, widths, rows }: MadeTable) => {
  const whole = widths.reduce((sum, width) => sum + width, 0)
  const sizes = widths.map((width) => (width / whole) * widthOf(pdf))
  const size = columns.length > 9 ? 7 : columns.length > 6 ? 7.5 : 9
  const isFigure = (text: string) => /^\d+$/.test(text)
  const styleOf = (head: boolean, last: boolean) => pdf.font(head || last ? 'bold' : 'plain').fontSize(size)
  const heightOf = (cells: string[], head: boolean) => {
    styleOf(head, false)
    const heights = cells.map((text, column) =>
      pdf.heightOfString(text || ' ', { width: (sizes[column] ?? 0) - 2 * cellPadding }),
    )
    return Math.max(...heights) + 2 * cellPadding
  }

  /** The text of a cell that fits a height, cut between words where it can be, and what is left of it. */
  const cut = (text: string, column: number, height: number): [string, string] => {
    styleOf(false, false)
    const width = (sizes[column] ?? 0) - 2 * cellPadding
    const fits = (length: number) => pdf.heightOfString(text.slice(0, length), { width }) <= height - 2 * cellPadding
    if (fits(text.length)) return [text, '']
    let [least, most] = [1, text.length]
    while (least < most) {
      const middle = Math.ceil((least + most) / 2)
      if (fits(middle)) least = middle
      else most = middle - 1
    }
    const word = text.slice(0, least + 1).search(/\s\S*$/)
    const end = word > 0 ? word : least
    return [text.slice(0, end), text.slice(end).trimStart()]
  }

  /** Draws a row of cells; `into` adds each cell to the reading order. */
  const drawRow = (
    cells: string[],
    y: number,
    head: boolean,
    last: boolean,
    into: ((draw: () => void, column: number) => void) | null,
  ) => {
    const height = heightOf(cells, head)
    decorate(pdf, () => {
      if (head) pdf.rect(left, y, widthOf(pdf), height).fill('#eef1f6')
      pdf
        .moveTo(left, y + height)
        .lineTo(left + widthOf(pdf), y + height)
        .lineWidth(0.5)
        .strokeColor(line)
        .stroke()
    })
    let x = left
    cells.forEach((text, column) => {
      const width = sizes[column] ?? 0
      const at = x
      const draw = () => {
        styleOf(head, last)
        pdf.fillColor(ink).text(text || ' ', at + cellPadding, y + cellPadding, {
          width: width - 2 * cellPadding,
          align: isFigure(text) ? 'right' : 'left',
        })
      }
      if (into) into(draw, column)
      else decorate(pdf, draw)
      x += width
    })
    pdf.y = y + height
  }

  const headHeight = heightOf(columns, true)
  if (pdf.y + headHeight + 40 > bottomOf(pdf)) pdf.addPage()
  const table = pdf.struct('Table')
  root.add(table)
  const addRow = (cells: string[], head: boolean, last: boolean) => {
    const row = pdf.struct('TR')
    table.add(row)
    drawRow(cells, pdf.y, head, last, (draw, column) => {
      const isHeading = head || column === 0
      // the first cell is the heading of its row, the head is that of its columns
      const options: CellOptions = isHeading ? { scope: head ? 'Column' : 'Row' } : {}
      row.add(pdf.struct(isHeading ? 'TH' : 'TD', options, draw))
    })
    row.end()
  }
  addRow(columns, true, false)
  const room = bottomOf(pdf) - margin - headHeight
  for (const [place, cells] of rows.entries()) {
    const isLast = place === rows.length - 1 && cells[0] === 'Итого'
    let rest: string[] | null = cells
    while (rest) {
      const height = heightOf(rest, false)
      const isTall = height > room
      if (pdf.y + (isTall ? leastPart : height) > bottomOf(pdf)) {
        pdf.addPage()
        // on paper each page has its head; a screen reader reads it once
        drawRow(columns, pdf.y, true, false, null)
      }
      const parts: [string, string][] | null = isTall
        ? rest.map((text, column) => cut(text, column, bottomOf(pdf) - pdf.y))
        : null
      addRow(parts ? parts.map(([part]) => part) : rest, false, isLast)
      rest = parts?.some(([, more]) => more !== '') ? parts.map(([, more]) => more) : null
    }
  }
  table.end()
  pdf.y += 14
}

const signatureLines = ({ number, signer, post, signedAt, rules, address }: PrintedSignature) => [
  `Подписал(а): ${[signer, post].filter(Boolean).join(', ')}`,
  `Дата и время подписания: ${signedAt} (МСК)`,
  `Номер подписи: ${number}`,
  `Проверить подпись: ${address}`,
  'Вид подписи: простая электронная (ст. 9 Федерального закона от 06.04.2011 № 63-ФЗ). Ключ подписи — пароль учётной записи: подписавший ввёл его снова при подписании.',
  ...(rules ? [`Порядок применения подписи: ${rules}`] : []),
]

const drawSignature = (pdf: Pdf, root: Element, signature: PrintedSignature) => {
  if (pdf.y + 110 > bottomOf(pdf)) pdf.addPage()
  pdf.y += 4
  addText(pdf, root, 'H2', 'Документ подписан простой электронной подписью', { size: 11, bold: true })
  for (const text of signatureLines(signature)) addText(pdf, root, 'P', text, { size: 9, gap: 3 })
}

const numberPages = (pdf: Pdf, { content }: MadeDrawing, mark: string) => {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // below the margin, where a text would begin another page; a long title is cut at its end
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf
      .font('plain')
      .fontSize(7.5)
      .fillColor(quiet)
      .text(`Страница ${page + 1} из ${count}${mark} · ${content.title}`, left, pdf.page.height - margin, {
        width: widthOf(pdf),
        lineBreak: false,
        ellipsis: true,
      })
    pdf.endMarkedContent()
  }
}

/** Draws a document as tagged PDF with a text layer; A4. */
export const drawMadeDocument = (drawing: MadeDrawing): Promise<Buffer> => {
  const { content, day, at, signature } = drawing
  const wide = content.tables.some(({ columns }) => columns.length > 6)
  const { pdf, root, finish } = openTaggedPdf({
    title: content.title,
    author: content.organisation,
    layout: wide ? 'landscape' : 'portrait',
    margin,
    at,
    bufferPages: true,
  })
  addText(pdf, root, 'P', content.organisation, { gap: 14 })
  addText(pdf, root, 'H1', content.title, { size: 15, bold: true, gap: 4 })
  addText(pdf, root, 'P', `По состоянию на ${day}. Основание: ${content.law}.`, { size: 9, color: quiet, gap: 12 })
  for (const table of content.tables) {
    if (table.title) addText(pdf, root, 'H2', table.title, { size: 11, bold: true })
    drawTable(pdf, root, table)
  }
  if (signature) drawSignature(pdf, root, signature)
  else addText(pdf, root, 'P', 'Не подписано: так документ выглядел бы, если подписать его сейчас.', { bold: true })
  root.end()
  numberPages(pdf, drawing, signature ? ` · подпись ${signature.number}` : ' · не подписано')
  return finish()
}
