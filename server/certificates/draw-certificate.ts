import encodeQR from 'qr'
import { decorate, openTaggedPdf, type Pdf } from '#server/pdf/tagged-pdf.ts'
import { withoutPictures } from '#server/pdf/without-pictures.ts'

/** What a certificate shows. */
export interface CertificateDrawing {
  /** A PNG without transparent parts; null without a logo. */
  logo: Uint8Array | null
  school: string
  name: string
  /** The school's text between the person and the course. */
  text: string
  course: string
  number: string
  /** «23 ноября 2026 г.» */
  day: string
  /** Empty where the school has named nobody. */
  signer: string
  post: string
  /** The page that confirms the number. */
  address: string
}

const ink = '#16181d'
const quiet = '#555b66'
const brand = '#1c57d6'
const margin = 64
const qrSize = 92
/** Where the logo is, in the right upper corner. */
const logoBox = { top: 50, width: 190, height: 68 }

/** The largest size, at most `size` points, at which a text takes max `lines` lines. */
const fitting = (pdf: Pdf, text: string, { width, size, lines }: { width: number; size: number; lines: number }) => {
  let fits = size
  while (fits > 9 && pdf.fontSize(fits).heightOfString(text, { width }) > lines * pdf.currentLineHeight(true) + 1)
    fits -= 1
  return fits
}

/** The code as squares: lines of a picture of another size would blur. */
const drawCode = (pdf: Pdf, address: string, x: number, y: number) => {
  // the paper around it is its border
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const square = qrSize / rows.length
  rows.forEach((row, down) => {
    row.forEach((dark, right) => {
      if (dark) pdf.rect(x + right * square, y + down * square, square, square)
    })
  })
  pdf.fill(ink)
}

/** Draws the logo as large as its place allows; returns the width that it takes from the line beside it. */
const drawLogo = (pdf: Pdf, root: ReturnType<typeof openTaggedPdf>['root'], logo: Uint8Array, school: string) => {
  // the library's types do not have it
  const picture = (pdf as Pdf & { openImage: (bytes: Buffer) => { width: number; height: number } }).openImage(
    Buffer.from(logo),
  )
  const scale = Math.min(logoBox.width / picture.width, logoBox.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const [left, top] = [pdf.page.width - margin - width, logoBox.top]
  root.add(
    pdf.struct('Figure', { alt: `Логотип: ${school}`, bbox: [left, top, left + width, top + height] } as object, () => {
      pdf.image(picture as unknown as Buffer, left, top, { width, height })
    }),
  )
  return width + 24
}

/** Draws a certificate as tagged PDF with a text layer; one page of A4, landscape. */
export const drawCertificate = (drawing: CertificateDrawing): Promise<Buffer> => {
  const { logo, school, name, text, course, number, day, signer, post, address } = drawing
  const { pdf, root, finish } = openTaggedPdf({
    title: `Сертификат ${number}`,
    author: school,
    layout: 'landscape',
    margin: 0,
  })
  const { width: pageWidth, height: pageHeight } = pdf.page
  const width = pageWidth - 2 * margin

  decorate(pdf, () => {
    pdf.rect(0, 0, 14, pageHeight).fill(brand)
    pdf
      .roundedRect(34, 28, pageWidth - 62, pageHeight - 56, 14)
      .lineWidth(1)
      .strokeColor('#c9ced8')
      .stroke()
  })

  let y = 62
  const add = (
    tag: string,
    given: string,
    {
      size = 13,
      bold = false,
      color = ink,
      lines = 1,
      gap = 10,
      beside = 0,
    }: { size?: number; bold?: boolean; color?: string; lines?: number; gap?: number; beside?: number },
  ) => {
    const text = withoutPictures(given)
    if (!text) return
    pdf.font(bold ? 'bold' : 'plain')
    const room = width - beside
    const fits = fitting(pdf, text, { width: room, size, lines })
    pdf.fontSize(fits)
    // what does not fit even in small letters is cut off
    const height = Math.min(pdf.heightOfString(text, { width: room }), lines * pdf.currentLineHeight(true) + 1)
    const top = y
    root.add(
      pdf.struct(tag, {}, () => {
        pdf.fillColor(color).text(text, margin, top, { width: room, height, ellipsis: true })
      }),
    )
    y += height + gap
  }
  const beside = logo ? drawLogo(pdf, root, logo, school) : 0
  add('P', school, { size: 14, color: quiet, lines: 2, gap: 34, beside })
  add('H1', 'Сертификат', { size: 40, bold: true, color: brand, gap: 24 })
  add('P', name, { size: 30, bold: true, lines: 2, gap: 12 })
  add('P', text, { size: 15, color: quiet, lines: 4, gap: 12 })
  add('P', `«${course}»`, { size: 24, bold: true, lines: 3, gap: 0 })

  const bottom = pageHeight - margin - qrSize
  root.add(
    pdf.struct(
      'Figure',
      {
        alt: `QR-код: ${address}`,
        bbox: [pageWidth - margin - qrSize, bottom, pageWidth - margin, bottom + qrSize],
      } as object,
      () => {
        drawCode(pdf, address, pageWidth - margin - qrSize, bottom)
      },
    ),
  )
  const left = width - qrSize - 24
  const line = (tag: string, text: string, top: number, { size = 11, bold = false, color = ink, lines = 1 } = {}) =>
    root.add(
      pdf.struct(tag, {}, () => {
        pdf
          .font(bold ? 'bold' : 'plain')
          .fontSize(size)
          .fillColor(color)
          .text(text, margin, top, { width: left, height: size * 1.5 * lines, ellipsis: true })
      }),
    )
  if (signer)
    line('P', withoutPictures([signer, post].filter(Boolean).join(', ')), bottom - 6, { size: 13, bold: true })
  line('P', `Выдан ${day}`, bottom + 24, { size: 12 })
  line('P', `Номер ${number}`, bottom + 46, { size: 12 })
  // a long name of a site takes a second line
  line('P', `Проверить: ${address}`, bottom + 70, { size: 10, color: quiet, lines: 2 })
  root.end()
  return finish()
}
