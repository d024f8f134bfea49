import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'

/** A document that is being drawn. */
export type Pdf = PDFKit.PDFDocument

const fontFolder = new URL('./', import.meta.resolve('@expo-google-fonts/onest/package.json'))
const font = (folder: string) => readFileSync(new URL(`${folder}/Onest_${folder}.ttf`, fontFolder))

/** What differs from document to document. */
interface TaggedPdfOptions {
  title: string
  author: string
  layout: 'portrait' | 'landscape'
  /** On every side, in points. */
  margin: number
  /** When it says it was made, ISO 8601; now unless said. */
  at?: string
  /** Whether pages can be gone back to. */
  bufferPages?: boolean
}

/**
 * Opens a tagged PDF of A4 with a text layer, as PDF/UA asks, with the fonts `plain` and `bold`. What is read aloud is
 * added to `root`; `finish` ends the document once `root` has ended, and returns its bytes.
 */
export const openTaggedPdf = ({ title, author, layout, margin, at, bufferPages = false }: TaggedPdfOptions) => {
  const made = at === undefined ? {} : { CreationDate: new Date(at), ModDate: new Date(at) }
  // the types of the library are older than the library
  const options: Omit<PDFKit.PDFDocumentOptions, 'subset'> & { subset: string } = {
    size: 'A4',
    layout,
    margin,
    bufferPages,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'ru-RU',
    displayTitle: true,
    info: { Title: title, Author: author, ...made },
  }
  const pdf = new PDFDocument(options as PDFKit.PDFDocumentOptions)
  const whole = new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  pdf.registerFont('plain', font('400Regular'))
  pdf.registerFont('bold', font('700Bold'))
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const finish = () => {
    pdf.end()
    return whole
  }
  return { pdf, root, finish }
}

/** Draws what is seen and not read aloud: lines, grounds, repeated headings. */
export const decorate = (pdf: Pdf, draw: () => void) => {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}
